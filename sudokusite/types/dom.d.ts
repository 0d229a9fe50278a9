// What scripts know of a page and its types cannot: which element an id, a selector or an event stands for.
// deno-lint-ignore-file no-explicit-any

interface EventTarget {
  [member: string]: any;
}

interface Event {
  [member: string]: any;
}

interface Node {
  contains(other: EventTarget | null): boolean;
}

// A number becomes its text.
interface Element {
  setAttribute(name: string, value: unknown): void;
}

interface FormData {
  set(name: string, value: unknown): void;
}

interface URLSearchParams {
  set(name: string, value: unknown): void;
}

/** What happens to a game; its kinds are in reducer.js. */
interface Op {
  kind: string;
  cell: number | null;
  digit: number;
  more?: number[];
}

/** A grid at one moment: by cell, and what can be undone. */
interface GameState {
  givens: number[];
  digits: number[];
  marks: number[];
  checkpoint: { digits: number[]; marks: number[] } | null;
  undo: [number, Change[]][];
  redo: [number, Change[]][];
  version: number;
}

/** A cell, its digit and marks before, and after. */
type Change = number[];

interface NoteRules {
  cleanNotes: boolean;
  fillNotes: boolean;
  judges: boolean;
}

// Given by the page's JavaScript catalogue (sudokusite/scripts.py), as Django has them.
declare function gettext(message: string): string;
declare function ngettext(singular: string, plural: string, count: number): string;
declare function pgettext(context: string, message: string): string;
declare function interpolate(sentence: string, values: object, named: true): string;
