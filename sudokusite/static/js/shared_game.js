// Games on shared grids, kept in this browser for who has no account: { digits, marks } by the grid's line.

const PREFIX = "sudoku-shared:";

/** The game kept for a grid, or null. */
export function keptGame(line) {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + line));
    return kept && kept.digits.length === 81 && kept.marks.length === 81 ? kept : null;
  } catch {
    return null;
  }
}

/** Keep a game; whether the browser does. */
export function keepGame(line, { digits, marks }) {
  try {
    localStorage.setItem(PREFIX + line, JSON.stringify({ digits, marks }));
    return true;
  } catch {
    return false;
  }
}

export function forgetGame(line) {
  try {
    localStorage.removeItem(PREFIX + line);
  } catch {
    // Nothing was kept then.
  }
}
