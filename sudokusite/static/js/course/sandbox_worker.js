// The last script of the isolated worker, after Brython and the bundle of modules: it fixes Brython where programs would
// meet a difference, removes access to JavaScript from Python, and does one job. It sends texts only.
//
// Differences found in Brython 3.15:
// - compile() keeps a syntax tree of Python objects, and loses in exec what is absent in a tree: slices, arguments
//   without annotation. So the parsed tree is stored with it.
// - too deep recursion is a JavaScript error on some paths (calls through lambda, generators), and so is a list or text
//   that becomes too large.
// - many large lists use up the memory of the browser's process, and the page crashes with the worker.
// - modules that are not in the bundle would be requested from the server.

(() => {
  "use strict";
  const $B = self.__BRYTHON__;
  const builtins = $B.builtins;
  const PRINTED_AT_ONCE = 8_192;
  const MOST_PRINTED = 200_000;
  // Limits of messages with output: a burst, then a rate per second; faster output is joined.
  const BURST = 100;
  const POSTS_PER_SECOND = 40;
  // The total of elements in large lists that a program may create, about 400 MB. Ten seconds of work on sudoku never
  // need more.
  const LONG_LIST = 100;
  const MOST_ELEMENTS = 100_000_000;

  // Fixes

  const treeOf = $B.ast_js_to_py;
  $B.ast_js_to_py = (node) => {
    const tree = treeOf(node);
    if (node instanceof $B.ast.Module || node instanceof $B.ast.Expression) tree.$js_ast = node;
    return tree;
  };

  const setError = $B.set_exc;
  $B.set_exc = (error, frame) => {
    if (error.ob_type === undefined) nameError(error);
    return setError(error, frame);
  };

  const errorOf = $B.exception;
  $B.exception = (error) => {
    if (error.ob_type === undefined) nameError(error);
    return errorOf(error);
  };

  function nameError(error) {
    const text = String(error?.message);
    if ((error instanceof RangeError && text.includes("call stack")) || error?.name === "InternalError") {
      become(error, "RecursionError", ["maximum recursion depth exceeded"]);
    } else if (error instanceof RangeError && /length|size|allocation/.test(text)) {
      become(error, "MemoryError", []);
    }
  }

  function become(error, name, args) {
    error.ob_type = builtins[name];
    error.args = $B.fast_tuple(args);
    error.__cause__ = error.__context__ = error.__traceback__ = builtins.None;
    $B.init_dict(error);
  }

  // Everything that creates a list of any length in one step. Growing element by element is limited by time.
  let elements = 0;

  function spend(count) {
    if (count > LONG_LIST && (elements += count) > MOST_ELEMENTS) $B.RAISE(builtins.MemoryError);
  }

  function count(owner, name, elementsOf) {
    const make = owner[name];
    // No rest parameters, which would cost more than all the rest: these run for every small list, too.
    const counted = function (first, second) {
      spend(elementsOf(first, second));
      return make.apply(this, arguments);
    };
    owner[name] = Object.assign(counted, make);
  }

  const lengthOf = (given) => (Array.isArray(given) ? given.length : 0);
  const repeated = (self, times) => lengthOf(self) * (typeof times === "number" ? times : 0);
  const joined = (self, other) => lengthOf(self) + lengthOf(other);
  const LIST_METHODS = {
    __mul__: repeated,
    __rmul__: repeated,
    __imul__: repeated,
    __add__: joined,
    __iadd__: (_self, other) => lengthOf(other),
    __getitem__: (self, key) => (typeof key === "number" ? 0 : lengthOf(self)),
    copy: lengthOf,
    extend: (_self, other) => lengthOf(other),
  };
  // Operators are in the wrappers of a class. A method is in its descriptor (`list.copy`), and where calls of the kind
  // `a.copy()` take it from.
  for (const sequence of [builtins.list, builtins.tuple]) {
    for (const [name, elementsOf] of Object.entries(LIST_METHODS)) {
      const descriptor = $B.search_in_mro(sequence, name, null);
      if (descriptor?.wrapped) count(descriptor, "wrapped", elementsOf);
      if (!descriptor?.method) continue;
      count(sequence.tp_funcs, name, elementsOf);
      descriptor.method = sequence.tp_funcs[name];
    }
    count(sequence, "$factory", lengthOf);
  }
  count(builtins.list, "$getitem_slice", lengthOf);
  count(builtins.list, "tp_init", (_self, given) => lengthOf(given));

  // Brython warns in the console about the indentation of its own JavaScript.
  const warn = console.warn.bind(console);
  console.warn = (...messages) => messages[0] === "wrong indentation" || warn(...messages);

  $B.unicodedb = "";
  $B.make_import_paths = (name) => {
    $B.import_info[name] = { meta_path: [$B.finders.VFS], path_hooks: [], path: [] };
  };

  // Between JavaScript and Python

  function toPython(value) {
    if (value === null || value === undefined) return builtins.None;
    if (typeof value === "string") return $B.String(value);
    if (Array.isArray(value)) return $B.$list(value.map(toPython));
    if (typeof value !== "object") return value;
    const made = $B.empty_dict();
    for (const [name, item] of Object.entries(value)) builtins.dict.$setitem(made, name, toPython(item));
    return made;
  }

  function toPlain(value) {
    if (value === builtins.None || value === undefined) return null;
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
    if (typeof value === "bigint") return value.toString();
    if (Array.isArray(value)) return Array.from(value, toPlain);
    if ($B.get_class(value) === builtins.dict) {
      const made = {};
      for (const { key, value: item } of builtins.dict.$iter_items(value)) made[String(key)] = toPlain(item);
      return made;
    }
    if (typeof value.value === "number") return value.value;
    return String(value);
  }

  // Messages to the page

  const post = self.postMessage.bind(self);
  const now = performance.now.bind(performance);
  const { parse, stringify } = JSON;
  let printed = "";
  let total = 0;
  let skipped = 0;
  let allowance = BURST;
  let counted = now();

  const send = (message) => post(stringify(message));

  function flush() {
    for (let start = 0; start < printed.length; start += PRINTED_AT_ONCE) {
      send({ kind: "printed", text: printed.slice(start, start + PRINTED_AT_ONCE) });
    }
    printed = "";
  }

  function print(added) {
    const text = added.slice(skipped);
    skipped -= added.length - text.length;
    if (!text || total >= MOST_PRINTED) return;
    printed += text.slice(0, MOST_PRINTED - total);
    total += text.length;
    if (total >= MOST_PRINTED) {
      flush();
      send({ kind: "cut" });
    } else if (printed.length >= PRINTED_AT_ONCE || (text.endsWith("\n") && mayPost())) {
      flush();
    }
  }

  function mayPost() {
    const time = now();
    allowance = Math.min(BURST, allowance + ((time - counted) * POSTS_PER_SECOND) / 1000);
    counted = time;
    if (allowance < 1) return false;
    allowance -= 1;
    return true;
  }

  function emit(message) {
    const plain = toPlain(message);
    if (plain.kind === "printed") {
      print(String(plain.text));
    } else {
      flush();
      send(plain);
    }
    return builtins.None;
  }

  // Python without JavaScript: only modules that Python has elsewhere.

  function takeAway() {
    $B.runPythonSource(
      "import sys, _sys\nfor names in vars(sys), vars(_sys):\n    names.pop('scope', None)\n    names.pop('vfs', None)\n",
      { id: "begin" },
    );
    for (const name of Object.keys($B.imported)) {
      if (/^(browser|javascript|interpreter|_ajax|_webcomponent|_webworker|_jsre|begin|ahead)\b/.test(name)) {
        delete $B.imported[name];
      }
    }
    builtins.__BRYTHON__ = builtins.None;
    // Any JavaScript function leads to its constructor, which creates functions from text.
    for (const made of [() => {}, function* () {}, async () => {}, async function* () {}]) {
      // Deleting the property would make property access of every function slow.
      Object.defineProperty(Object.getPrototypeOf(made), "constructor", { value: undefined });
    }
  }

  // The job. The first one is sent when there is a listener, so not before everything is loaded.

  self.sandboxClock = () => $B.fast_float(now() / 1000);
  $B.runPythonSource(
    "from browser import self as scope\nimport time\ntime.clock = scope.sandboxClock\nimport sys, copy, random, judge.tasks\n",
    { id: "begin" },
  );
  delete self.sandboxClock;
  for (const name of self.importAhead ?? []) {
    $B.runPythonSource(`try:\n    import ${name}\nexcept ImportError:\n    pass\n`, { id: "ahead" });
  }
  const perform = $B.module_getattr($B.imported["judge.tasks"], "perform");
  takeAway();
  self.onmessage = ({ data }) => {
    self.onmessage = null;
    const job = parse(data);
    skipped = job.skip || 0;
    send({ kind: "ready" });
    try {
      $B.$call(perform, toPython(job), emit);
      flush();
      send({ kind: "done" });
    } catch (error) {
      flush();
      send({ kind: "failed", error: String(error?.args?.[0] ?? error).slice(0, 2000) });
    }
  };
})();
