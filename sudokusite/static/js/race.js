// The countdown of a race: of a class's screens, and of a phone, which goes to the grid at its end.

const TICK_MS = 100;

/** Count a countdown down; a promise of whether it came to its end on the page. */
export function countDown(place) {
  const end = performance.now() + Number(place.dataset.raceIn);
  return new Promise((resolve) => {
    const tick = () => {
      const left = end - performance.now();
      if (!place.isConnected) return resolve(false);
      place.textContent = String(Math.max(Math.ceil(left / 1000), 0));
      if (left <= 0) return resolve(true);
      setTimeout(tick, Math.min(TICK_MS, left));
    };
    tick();
  });
}

const counted = new WeakSet();

/** Count the countdown that is on the page, once; a promise as above, false where there is none to begin. */
export async function countShown() {
  const place = document.querySelector("[data-race-in]");
  if (!place || counted.has(place)) return false;
  counted.add(place);
  return await countDown(place);
}

if (document.getElementById("room-live")) {
  document.addEventListener("htmx:afterSwap", countShown);
  countShown();
}
