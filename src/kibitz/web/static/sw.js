/** The service worker: the pages and the game last opened can be read when the network drops. */

const SHELL = "kibitz-shell-1";
const READ = "kibitz-read-1";
const MOST_KEPT = 60;
const KEPT = [/^\/api\/(about|texts|games|game)$/, /^\/api\/tables\/[a-z0-9]+$/, /^\/api\/archive\/\d+$/];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) =>
        cache.addAll(["/", "/app.js", "/style/tokens.css", "/style/base.css", "/style/board.css", "/icons/kibitz.svg"]),
      )
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => ![SHELL, READ].includes(name)).map((name) => caches.delete(name))),
    );
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate")
    event.respondWith(fresh(event.request, SHELL, url.pathname.startsWith("/cam") ? event.request : "/"));
  else if (url.pathname.startsWith("/api/"))
    KEPT.some((one) => one.test(url.pathname)) && event.respondWith(fresh(event.request, READ, event.request));
  else event.respondWith(fresh(event.request, SHELL, event.request));
});

/** The network's answer, kept for later; the kept one when there is no network. */
async function fresh(request, name, key) {
  const cache = await caches.open(name);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) {
      await cache.put(key, answer.clone());
      if (name === READ) await trim(cache);
    }
    return answer;
  } catch (error) {
    const kept = await cache.match(key);
    if (!kept) throw error;
    const headers = new Headers(kept.headers);
    headers.set("X-Kibitz-Stored", "1");
    return new Response(kept.body, { status: kept.status, headers });
  }
}

async function trim(cache) {
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - MOST_KEPT))) await cache.delete(key);
}
