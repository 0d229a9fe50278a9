// The curve behind the slider: the number of digits placed in the course of a run.

const POINTS = 240;
const WIDTH = 1000;
const HEIGHT = 100;

/** The area under the curve, as the `d` of a path in a box of 1000 by 100. */
export function profilePath(trace) {
  const points = trace.planes.numbers.length >= POINTS / 4 ? ofKeyframes(trace) : ofStates(trace);
  const most = Math.max(1, ...points.map(([, filled]) => filled));
  const line = points.map(([number, filled]) => {
    const x = (WIDTH * number) / Math.max(1, trace.length);
    return `${x.toFixed(1)} ${(HEIGHT - (HEIGHT * filled) / most).toFixed(1)}`;
  });
  return `M0 ${HEIGHT}L${line.join("L")}V${HEIGHT}z`;
}

/** Points of the curve: [state, digits placed in it]. */
function ofKeyframes({ planes, givens }) {
  return Array.from(planes.numbers, (number, index) => [
    number,
    placed(planes.digits.subarray(81 * index, 81 * index + 81), givens),
  ]);
}

function ofStates(trace) {
  const cursor = trace.cursor();
  const count = Math.min(POINTS, trace.length);
  return Array.from({ length: count + 1 }, (_, point) => {
    cursor.seek(trace.nearestState(Math.round((trace.length * point) / Math.max(1, count))));
    return [cursor.number, placed(cursor.digits, trace.givens)];
  });
}

function placed(digits, givens) {
  let count = 0;
  for (let cell = 0; cell < 81; cell += 1) if (digits[cell] && !givens[cell]) count += 1;
  return count;
}
