// Plays moves one after the other in the rhythm in which they were made. A long pause is cut short, and no move
// comes so soon after another that it cannot be seen.

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
