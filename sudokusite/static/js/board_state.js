// The state of a board, without its page: play, shared grids, one's own grids and hints read it here.

import { applyOp, changedCells, checksum, isSolved, readGame } from "./reducer.js";

/**
 * The board of this page: `game` (a Game) and `selection` once it is attached (playing.js), `news` once they are loaded.
 * @type {any}
 */
export const board = {};

/** A game that only this page knows: `shown` is its state (GameState), `rules` are those of its moves. */
export class Game {
  constructor(shown, rules) {
    this.shown = shown;
    this.rules = rules;
  }

  get isOpen() {
    return !this.rules.judges || !isSolved(this.shown);
  }

  /** Apply an op to the game as shown. Returns its outcome; only an op that changed something is to be stored. */
  play(op) {
    const outcome = this.isOpen ? applyOp(this.shown, op, this.rules) : { effect: [], refusal: "finished" };
    this.shown = outcome.state ?? this.shown;
    return outcome;
  }
}

/** A game of the server: as last confirmed, and as it looks with the ops that the server has not answered yet. */
export class SyncedGame extends Game {
  /** `waiting` are the entries of the outbox, which remain the outbox's. */
  constructor(data, rules, waiting) {
    super(null, rules);
    this.confirmed = readGame(data);
    this.ms = data.ms;
    this.state = data.state;
    this.shown = this.after(this.confirmed, waiting);
  }

  get isOpen() {
    return this.state === "open";
  }

  /**
   * Take in an answer { stored, whole }: what it stored of the outbox, and the whole game if it sent that. Returns
   * { isOvertaken, wantsWhole, changed, isEnded }. An answer to a request for help is overtaken when moves were stored
   * after it: it shows an older grid, and nothing of it is used. The whole game is wanted when this one differs from the
   * server's. `changed` are the cells that another page changed.
   */
  takeIn({ stored, whole }, outbox) {
    if (!stored.client && stored.version < this.confirmed.version) {
      return { isOvertaken: true, wantsWhole: true };
    }
    const { isOpen, shown } = this;
    const acknowledged = outbox.acknowledge(stored.client, stored.seq);
    this.confirmed = whole ? readGame(whole) : this.after(this.confirmed, acknowledged);
    this.ms = stored.ms;
    this.state = stored.state;
    this.shown = this.after(this.confirmed, outbox.ops);
    const isInStep = this.confirmed.version === stored.version && checksum(this.confirmed) === stored.check;
    return {
      isOvertaken: false,
      wantsWhole: !isInStep && !whole,
      changed: stored.client ? changedCells(shown, this.shown) : [],
      isEnded: isOpen && !this.isOpen,
    };
  }

  /** A state after the ops of these entries of the outbox. */
  after(state, entries) {
    return entries.reduce((before, { op }) => applyOp(before, op, this.rules).state, state);
  }
}
