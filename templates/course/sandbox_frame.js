"use strict";
// The isolated frame: keeps a worker ready, gives it one job, hands on the texts that come from it, and ends it.
// It knows no address: the scripts come from the page as one file, and the policy of this document lets nothing be
// fetched, neither by it nor by its workers.
const MOST_TEXTS = 20000;
let port, scripts, spare, busy;

addEventListener("message", ({ source, ports, data }) => {
  if (source !== parent || port || !ports[0]) return;
  [port] = ports;
  scripts = URL.createObjectURL(data);
  port.onmessage = ({ data: [act, ...given] }) => acts[act](...given);
});

const acts = {
  prepare() {
    spare ??= made();
  },
  start(run, job, mostCharacters = 4000000) {
    busy?.terminate();
    busy = spare ?? made();
    spare = undefined;
    let texts = 0;
    let characters = 0;
    const fail = () => end(run, "failed");
    busy.onmessage = ({ data }) => {
      if (typeof data !== "string") return;
      texts += 1;
      characters += data.length;
      if (texts > MOST_TEXTS || characters > mostCharacters) fail();
      else port.postMessage([run, data]);
    };
    busy.onerror = fail;
    if (busy.hasFailed) fail();
    else busy.postMessage(job);
  },
  stop(run) {
    end(run, "stopped");
  },
};

function made() {
  const worker = new Worker(scripts);
  worker.onerror = () => (worker.hasFailed = true);
  return worker;
}

function end(run, reason) {
  busy?.terminate();
  busy = undefined;
  port.postMessage([run, null, reason]);
}
