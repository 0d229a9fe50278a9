// The service worker, for pages without a network. It caches the files of a board and the offline page, which are the same
// for everybody, and the open boards of the current user, which it shows to nobody else.
//
// The server says whose a page is (the header Kept-For, accounts/sessions.py). A cookie with the same mark, which
// ends with the session, marks the current user: without it no board is shown, and it is deleted with all boards
// when somebody logs out, logs in or comes without an account.
//
// SITE comes from the view: { version, files, offline: address by language, static }.

const FILES = `files ${self.SITE?.version}`;
const BOARDS = "boards";
const LANGUAGE = "language";
const COOKIE = "kept_for";
const MOST_BOARDS = 4;
// A file name with a hash of the content.
const HASHED = /\.[0-9a-f]{12}\.\w+$/;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(install());
});

self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") navigate(event, pathname);
  else if (request.method === "GET" && pathname.startsWith(self.SITE.static)) {
    event.respondWith(file(request, pathname));
  }
});

self.addEventListener("message", (event) => event.waitUntil(inTurn(() => cacheOnce(event.data.cache))));

// Files

async function install() {
  const cache = await caches.open(FILES);
  const pages = Object.values(self.SITE.offline).map((url) => new Request(url, { credentials: "omit" }));
  await cache.addAll([...self.SITE.files, ...pages]);
}

async function activate() {
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
  await tidy();
}

async function file(request, path) {
  const cached = await cachedFile(request);
  if (cached && HASHED.test(path)) return cached;
  try {
    return await fetch(request);
  } catch (error) {
    if (cached) return cached;
    throw error;
  }
}

const cachedFile = (request) => caches.match(request, { ignoreVary: true });

/** Delete the files of earlier versions, except those that a cached board uses. */
async function tidy() {
  const own = await caches.open(FILES);
  const names = (await caches.keys()).filter((name) => name.startsWith("files ") && name !== FILES);
  const needed =
    (await Promise.all((await cachedBoards()).map(async ({ page }) => filesOf(await page.text()))))
      .flat();
  for (const name of names) {
    const cache = await caches.open(name);
    const missing = await Promise.all(
      needed.map(async (path) => !(await own.match(path)) && (await cache.match(path))),
    );
    if (!missing.some(Boolean)) await caches.delete(name);
  }
}

/** The scripts and styles of a page. */
function filesOf(html) {
  const paths = Array.from(html.matchAll(/(?:href|src)="(\/[^"]+\.(?:css|js))"/g), ([, path]) => path);
  return paths.filter((path) => path.startsWith(self.SITE.static));
}

// Pages

function navigate(event, path) {
  const { request } = event;
  if (request.method === "GET") return event.respondWith(page(event, path));
  // Without a network the site does not see a logout, but this does.
  if (path.includes("/logout/")) event.waitUntil(inTurn(forgetBoards));
  // With a network the browser sends forms itself, since they may have large files. Without one, back to the form's page.
  if (!navigator.onLine) {
    event.respondWith(fetch(request).catch(() => Response.redirect(request.referrer || "/", 303)));
  }
}

async function page(event, path) {
  let response;
  try {
    response = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    await inTurn(forgetOld);
    return (await cachedBoard(path)) ?? offlinePage();
  }
  if (response.type === "basic" && !response.redirected) {
    const copy = response.clone();
    event.waitUntil(inTurn(() => takeNote(path, copy)));
  }
  return response;
}

let turn = Promise.resolve();

/** Run tasks on the boards one after the other. */
function inTurn(work) {
  turn = turn.then(work, work);
  return turn;
}

/** Cache what a page has for offline use: its language, and the page itself if it is an open board. */
async function takeNote(path, response) {
  const language = response.headers.get("Content-Language");
  if (language in self.SITE.offline) await (await caches.open(LANGUAGE)).put("/", new Response(language));
  const [mark, seconds, ends] = (response.headers.get("Kept-For") ?? "").split(" ");
  if (mark === "nobody") return forgetBoards();
  if (response.status < 500) await cacheBoard(path, response, { mark, seconds: Number(seconds), ends });
  await forgetOld();
}

async function offlinePage() {
  const chosen = await (await (await caches.open(LANGUAGE)).match("/"))?.text();
  const { offline } = self.SITE;
  const url = offline[chosen] ?? offline[navigator.language.slice(0, 2)] ?? Object.values(offline)[0];
  return (await cachedFile(url)) ?? Response.error();
}

// Boards: each page under its path, and its later state beside it, saved by board_cache.js

async function cacheBoard(path, response, { mark, seconds, ends }) {
  const boards = await caches.open(BOARDS);
  await boards.delete(path);
  // Without access to cookies the worker cannot know the user, and caches no boards.
  if (!mark || !self.cookieStore) return;
  const until = Date.now() + 1000 * seconds;
  if ((await currentMark()) !== mark) await forgetBoards();
  const expires = ends === "later" ? until : null;
  await self.cookieStore.set({ name: COOKIE, value: mark, path: "/", sameSite: "lax", expires });
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  headers.set("Kept-For", `${mark} ${until} ${Date.now()}`);
  const html = await response.text();
  await (await caches.open(BOARDS)).put(path, new Response(html, { headers }));
  if (!(await hasFiles(html))) await self.registration.update();
}

async function cacheOnce(path) {
  if (await (await caches.open(BOARDS)).match(path)) return;
  await takeNote(path, await fetch(path));
}

/** All cached boards, the oldest first: { path, page }. */
async function cachedBoards() {
  const boards = await caches.open(BOARDS);
  const pages = (await boards.keys()).map((request) => new URL(request.url)).filter(({ search }) => !search);
  return Promise.all(pages.map(async ({ pathname: path }) => ({ path, page: await boards.match(path) })));
}

/** Delete expired boards, such as those of an exam, and of the others all but the latest. */
async function forgetOld() {
  const boards = await caches.open(BOARDS);
  const cached = await cachedBoards();
  const latest = cached.filter(({ page }) => !isOver(page)).slice(-MOST_BOARDS);
  for (const each of cached) {
    if (!latest.includes(each)) await boards.delete(each.path, { ignoreSearch: true });
  }
}

const isOver = (page) => Date.now() > Number(page.headers.get("Kept-For").split(" ")[1]);

async function forgetBoards() {
  await caches.delete(BOARDS);
  await self.cookieStore?.delete(COOKIE);
}

const currentMark = async () => (await self.cookieStore.get(COOKIE))?.value;

/** The cached page of a board in its last state; null if the user has none, or if files of it are missing. */
async function cachedBoard(path) {
  const boards = await caches.open(BOARDS);
  const cached = await boards.match(path);
  if (!cached) return null;
  const [mark, , at] = cached.headers.get("Kept-For").split(" ");
  if ((await currentMark()) !== mark || isOver(cached)) return null;
  const html = await cached.text();
  if (!(await hasFiles(html))) return null;
  const state = await (await boards.match(`${path}?state`))?.json();
  return new Response(withState(html, state, Number(at)), { headers: cached.headers });
}

async function hasFiles(html) {
  return (await Promise.all(filesOf(html).map(cachedFile))).every(Boolean);
}

/** The page with its later state, marked as cached, so that its script asks for the whole game. */
function withState(html, state, at) {
  const game = readData(html, "game-data");
  const isNewer = state && state.game.version >= game.version;
  const config = { ...readData(html, "board-config"), ...(isNewer && state.config) };
  const since = isNewer ? state.at : at;
  if (config.left !== null) config.left = Math.round(config.left - (Date.now() - since) / 1000);
  const configured = withData(html, "board-config", config);
  return withData(configured, "game-data", isNewer ? state.game : game).replace(
    '<div id="game"',
    '<div id="game" data-cached',
  );
}

const dataOf = (id) => new RegExp(`(<script id="${id}"[^>]*>)(.*?)(</script>)`, "s");

const readData = (html, id) => JSON.parse(dataOf(id).exec(html)[2]);

function withData(html, id, data) {
  const text = JSON.stringify(data).replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
  return html.replace(dataOf(id), (_all, start, _before, end) => start + text + end);
}
