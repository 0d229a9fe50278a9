// The chart of filled cells in a replay: marks the current move, and finds the move at a clicked point.

export function makeLine(chart, points) {
  const cursor = chart.querySelector("[data-cursor]");
  const dot = chart.querySelector("[data-dot]");

  function show(number) {
    const [x, y] = points[number];
    const { height } = chart.viewBox.baseVal;
    cursor.setAttribute("d", `M${x} 4V${height - 18}`);
    dot.setAttribute("cx", x);
    dot.setAttribute("cy", y);
    dot.setAttribute("visibility", "visible");
  }

  // The last move at the time under the pointer.
  function numberAt(clientX) {
    const { left, width } = chart.getBoundingClientRect();
    const x = ((clientX - left) / width) * chart.viewBox.baseVal.width;
    const later = points.findIndex((point) => point[0] > x);
    return later < 0 ? points.length - 1 : Math.max(later - 1, 0);
  }

  function onPoint(go) {
    chart.addEventListener("pointerdown", (event) => {
      if (event.button === 0) go(numberAt(event.clientX));
    });
    chart.addEventListener("pointermove", (event) => {
      if (event.buttons === 1) go(numberAt(event.clientX));
    });
  }

  return { show, onPoint };
}
