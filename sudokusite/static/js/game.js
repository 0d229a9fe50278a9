// The game as the server last confirmed it, and as it looks with the ops that are still on their way.

import { applyOp, changedCells, checksum, readGame } from "./reducer.js";

export class Game {
  /** `waiting` are the entries of the outbox, which stay the outbox's own. */
  constructor(data, rules, waiting) {
    this.rules = rules;
    this.confirmed = readGame(data);
    this.ms = data.ms;
    this.state = data.state;
    this.rebase(waiting);
  }

  get isOpen() {
    return this.state === "open";
  }

  /** What an op does to the game as shown. The shown game changes; only what changed something is to be sent. */
  play(op) {
    const outcome = this.isOpen ? applyOp(this.shown, op, this.rules) : { effect: [], refusal: "finished" };
    this.shown = outcome.state ?? this.shown;
    return outcome;
  }

  /**
   * Take in an answer of the server: what it stored of ours, and the whole game if it sent that.
   * False when we no longer hold the same game, and the whole of it must be asked for.
   */
  receive(answer, whole, stored, waiting) {
    if (whole) this.confirmed = readGame(whole);
    else for (const { op } of stored) this.confirmed = this.applied(this.confirmed, op);
    this.ms = answer.ms;
    this.state = answer.state;
    this.rebase(waiting);
    return this.confirmed.version === answer.version && checksum(this.confirmed) === answer.check;
  }

  /**
   * Take in an answer: { stored, whole }, what it stored of the outbox's and the whole game if it sent that. What came
   * of it: { isOvertaken, wantsWhole, changed, isEnded }. A help's answer that moves have overtaken on the way shows an
   * older grid: nothing of it is taken. `changed` are the cells that another page changed.
   */
  takeIn({ stored, whole }, outbox) {
    if (!stored.client && stored.version < this.confirmed.version) {
      return { isOvertaken: true, wantsWhole: true, changed: [], isEnded: false };
    }
    const { isOpen, shown } = this;
    const done = outbox.acknowledge(stored.client, stored.seq);
    const isInStep = this.receive(stored, whole, done, outbox.ops);
    return {
      isOvertaken: false,
      wantsWhole: !isInStep && !whole,
      changed: stored.client ? changedCells(shown, this.shown) : [],
      isEnded: isOpen && !this.isOpen,
    };
  }

  rebase(waiting) {
    this.shown = waiting.reduce((state, { op }) => this.applied(state, op), this.confirmed);
  }

  applied(state, op) {
    return applyOp(state, op, this.rules).state;
  }
}
