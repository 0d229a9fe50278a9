// The offline page: links to the cached boards of the current user, and returns to the site once it answers.

const mark = /(?:^|; )kept_for=(\w+)/.exec(document.cookie)?.[1];

const PAUSE_MS = 4000;
let isLeaving = false;

// No reload once a link to a board was followed.
window.addEventListener("beforeunload", () => (isLeaving = true));
window.addEventListener("online", goOnIfAnswered);
setInterval(goOnIfAnswered, PAUSE_MS);
if (mark && "caches" in window) listBoards();

/** Reload when the site answers. The browser's `online` is about the network, so a small file is requested. */
async function goOnIfAnswered() {
  const answer = await fetch("/worker.js", { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.ok && !isLeaving) location.reload();
}

async function listBoards() {
  const boards = await caches.open("boards");
  for (const request of await boards.keys()) {
    const { pathname, search } = new URL(request.url);
    if (!search) await listBoard(pathname, await boards.match(request));
  }
}

async function listBoard(path, cached) {
  const [owner, until] = cached.headers.get("Kept-For").split(" ");
  if (owner !== mark || Date.now() > Number(until)) return;
  const page = new DOMParser().parseFromString(await cached.text(), "text/html");
  const link = document.createElement("a");
  link.href = path;
  link.textContent = page.querySelector("h1").textContent;
  const item = document.createElement("li");
  item.append(link);
  document.getElementById("boards").append(item);
  document.getElementById("go-on").hidden = false;
}
