// Opens the app without a network. Before this stand VERSION, SHELL (the page for when nothing else is
// there), FILES (all that pages are made with, by names that change with their content) and PAGES (the
// version of pages made with these); the server puts them there.
const PATIENCE = 2000;
const MOST = 40; // pages kept
const PREFIX = "trackside-";
const GONE = [401, 403, 404, 410];
const ASKS = [401, 403, 407, 511];
const base = new URL("./", self.location).pathname.slice(0, -1);

// What may be kept: home, the boards, help, what this is, and a table's board. Never a page that may show
// tickets: that is anything else around a table, the log too. These, and a few more, get the shell where
// there is no network.
const keeps = path => /^\/(t\/[\w-]+|boards(\/[\w-]+){0,2}|about|help)?$/.test(path);
const helps = path => /^\/(new|join|import|privacy|accessibility|language|t\/.+)$/.test(path);
const inGame = path => /^\/t\//.test(path);

// In a hotel's network somebody else may answer, with any status: what has not the server's mark is never
// kept.
const isOurs = answer => Boolean(answer?.headers.has("Trackside"));
// What is shown all the same: where the network sends people, or wants them to sign in.
const isShown = answer =>
  isOurs(answer) ? answer.status < 500 : answer?.type === "opaqueredirect" || ASKS.includes(answer?.status);
const own = () => caches.open(PREFIX + VERSION);
const ours = async () => (await caches.keys()).filter(name => name.startsWith(PREFIX));
const pathOf = url => new URL(url).pathname.slice(base.length);
const windows = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

// The newest there is: a page of the version before finds its files in the older store.
const found = async url => {
  const kept = await Promise.all((await ours()).map(async name => (await caches.open(name)).match(url)));
  const at = answer => Date.parse(answer.headers.get("date")) || 0;
  return kept.filter(Boolean).sort((one, other) => at(other) - at(one))[0];
};

const forget = async path => {
  for (const name of await ours()) {
    const cache = await caches.open(name);
    for (const kept of await cache.keys()) if (pathOf(kept.url) === path) await cache.delete(kept);
  }
};

// Keeps a page as it was asked for without a question, by its plain address; what is no longer ours is
// dropped.
const remember = async (url, answer) => {
  const path = pathOf(url);
  if (!isOurs(answer)) return;
  if (GONE.includes(answer.status)) return forget(path);
  if (answer.status !== 200 || answer.redirected || new URL(url).search) return;
  const cache = await own();
  await cache.delete(url);
  await cache.put(url, answer);
  const pages = (await cache.keys()).filter(kept => keeps(pathOf(kept.url)));
  await Promise.all(pages.slice(0, -MOST).map(kept => cache.delete(kept)));
};

const fetchAndKeep = async (url, init) => {
  const answer = await fetch(url, init);
  await remember(url, answer.clone()).catch(() => null);
  return answer;
};

// A file as the server has it. What the browser has from before there was a mark is asked for again.
const sure = async url => {
  const kept = await fetch(url);
  const answer = isOurs(kept) ? kept : await fetch(url, { cache: "reload" });
  if (!answer.ok || !isOurs(answer)) throw new TypeError(`not the server's: ${url}`);
  return answer;
};

const install = async () => {
  const cache = await own();
  await Promise.all([...FILES, SHELL].map(async url => cache.put(url, await sure(url))));
  // The pages that are open came before there was a worker, and may be wanted before they are loaded again.
  const open = (await windows()).map(page => page.url.split("#")[0]).filter(url => keeps(pathOf(url)));
  const wanted = ["/", "/help"].map(path => new URL(base + path, self.location).href).concat(open);
  await Promise.all(wanted.map(url => fetchAndKeep(url.split("?")[0]).catch(() => null)));
  if (self.registration.active) await offer();
};

// A new version comes at once where no game is open; else whoever has a page open is told that it waits.
const offer = async () => {
  const open = await windows();
  if (!open.some(({ url }) => inGame(pathOf(url)))) return self.skipWaiting();
  for (const page of open) page.postMessage({ ready: PAGES });
};

const activate = async () => {
  // The version before stays for its pages that are open, and for what was kept by it.
  const older = (await ours()).filter(name => name !== PREFIX + VERSION);
  await Promise.all(older.slice(0, -1).map(name => caches.delete(name)));
  await self.clients.claim();
};

// The network has two seconds. What comes later is kept all the same, for the next try.
const page = async event => {
  const { request } = event;
  const plain = request.url.split(/[?#]/)[0];
  const asked = fetch(request).then(async answer => {
    const copy = answer.clone();
    event.waitUntil(remember(request.url, copy).catch(() => null));
    return answer;
  }).catch(() => null);
  event.waitUntil(asked);
  const late = new Promise(done => setTimeout(done, PATIENCE));
  const first = await Promise.race([asked, late]);
  return isShown(first) ? first : await found(plain) ?? instead(first);
};

const shell = async () => await found(SHELL) ?? Response.error();
const file = async request => await found(request.url) ?? fetch(request);
const instead = answer => isShown(answer) || isOurs(answer) ? answer : shell();
const orShell = request => fetch(request).then(instead, shell);

self.addEventListener("install", event => {
  // What a page says while it is left would be lost on its way through here, where browsers allow no way
  // past.
  event.addRoutes?.({ condition: { requestMethod: "POST" }, source: "network" });
  event.waitUntil(install());
});
self.addEventListener("activate", event => event.waitUntil(activate()));

self.addEventListener("fetch", event => {
  const { request } = event;
  const { origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  const path = pathOf(request.url);
  if (path.startsWith("/assets/")) event.respondWith(file(request));
  else if (request.mode !== "navigate") return;
  else if (keeps(path)) event.respondWith(page(event));
  else if (helps(path)) event.respondWith(orShell(request));
});

// A file that a page needs beside those that all pages are made with.
const keepFile = async path => {
  const url = new URL(path, self.location).href, cache = await own();
  if (!(await cache.match(url))) await cache.put(url, await sure(url));
};

// A page says that its table answered no, what it needs besides, asks whether the new version may take over,
// or that it shall.
const hear = async ({ data }) => {
  if (data.gone) return forget(pathOf(new URL(data.gone, self.location)));
  if (data.now) return self.skipWaiting();
  if (data.keep) return keepFile(data.keep);
  if (data.ready) await offer();
};
self.addEventListener("message", event => event.waitUntil(hear(event)));
