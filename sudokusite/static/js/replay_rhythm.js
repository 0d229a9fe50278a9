// Plays moves back in their original rhythm, with long pauses shortened and very short ones lengthened.

const LONGEST_MS = 4000;
const SHORTEST_MS = 150;

export function makeRhythm(times, startMs, { forward, isOver, onStop }) {
  let timer = 0;
  let speed = 1;

  function schedule(at) {
    const gap = times[at] - (at ? times[at - 1] : startMs);
    const wait = Math.min(Math.max(gap, SHORTEST_MS), LONGEST_MS) / speed;
    timer = setTimeout(() => {
      const now = forward();
      if (isOver()) stop();
      else schedule(now);
    }, wait);
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    onStop();
  }

  return {
    start: schedule,
    stop,
    isPlaying: () => Boolean(timer),
    setSpeed(value, at) {
      speed = value;
      if (!timer) return;
      clearTimeout(timer);
      schedule(at);
    },
  };
}
