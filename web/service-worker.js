// Keeps the app's shell on the device, so that it opens on a bad connection and says so without one.
// Keeps nothing of /api and /verify: tokens and results lie nowhere. What to keep is filled in by scripts/build-web.ts.
const { version, files, resultFiles, languages } = JSON.parse('__BUILD__');
const shellCache = `shell-${version}`;
const stateCache = 'state';
const sharedAudio = '/shared-audio';
const demoPage = '/demo';

const offlinePage = (language) => `/offline?lang=${language}`;

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(shellCache);
      await cache.addAll([...files, ...languages.map(offlinePage)]);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(
        names.filter((name) => name !== shellCache && name !== stateCache).map((name) => caches.delete(name)),
      );
      // Pages already open stay as they are: taking them over in mid-load would throw away what they have fetched ahead.
    })(),
  );
});

self.addEventListener('message', (event) => {
  const { language, keepsResults } = event.data ?? {};
  if (languages.includes(language))
    event.waitUntil(caches.open(stateCache).then((cache) => cache.put('/language', new Response(language))));
  if (keepsResults) event.waitUntil(keepResultPages());
});

/**
 * What a page with a recording or a result on it is made of: on the first visit it was fetched before the worker saw
 * anything. The page itself comes last, when what it needs is there.
 */
async function keepResultPages() {
  const cache = await caches.open(shellCache);
  await Promise.all(resultFiles.map((file) => fetchAsset(new Request(file))));
  if ((await cache.match(demoPage)) === undefined)
    await cache.put(demoPage, await withoutPreloads(await fetch(demoPage)));
}

async function readLanguage() {
  const stored = await (await caches.open(stateCache)).match('/language');
  return stored === undefined ? languages[0] : stored.text();
}

/** The demo, the results on it and their list are one shell. */
const isDemo = ({ pathname }) => [demoPage, '/results'].includes(pathname) || pathname.startsWith(`${demoPage}/r/`);

/**
 * A page without what it fetches ahead: the assets are kept here, and Chrome does not use, but complains of, what it
 * fetched ahead through a worker.
 */
async function withoutPreloads(response) {
  if (!response.ok || !response.headers.get('content-type')?.startsWith('text/html')) return response;
  const html = (await response.text()).replaceAll(/<link rel="modulepreload"[^>]*>/g, '');
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(html, { status: response.status, headers });
}

async function fetchPage(request, url) {
  try {
    const response = await withoutPreloads(await fetch(request));
    if (isDemo(url) && response.ok) {
      const cache = await caches.open(shellCache);
      await cache.put(demoPage, response.clone());
    }
    return response;
  } catch (error) {
    const cache = await caches.open(shellCache);
    const kept = isDemo(url) ? await cache.match(demoPage) : undefined;
    const page = kept ?? (await cache.match(offlinePage(await readLanguage())));
    if (page === undefined) throw error;
    return page;
  }
}

/** Names below /assets hold a hash of their content, so a kept copy is always the right one. */
async function fetchAsset(request) {
  const cache = await caches.open(shellCache);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/**
 * Who shares: our own page, another site's page, or unknown. The share sheet gives no origin, and
 * neither does a form whose page hides its own: the demo tells these two apart by the window they open in.
 */
function findSharer(request) {
  const origin = request.headers.get('origin');
  const origins = [
    origin === 'null' ? null : origin,
    request.referrer === '' ? null : new URL(request.referrer).origin,
  ];
  const named = origins.filter((each) => each !== null);
  if (named.length === 0) return 'unnamed';
  return named.every((each) => each === self.location.origin) ? 'own' : 'foreign';
}

/** What another app shared waits here until the demo takes it. */
async function keepSharedAudio(request) {
  const sharer = findSharer(request);
  if (sharer === 'foreign') return Response.redirect(demoPage, 303);
  const kept = new FormData();
  for (const each of (await request.formData()).getAll('audio')) if (each instanceof File) kept.append('audio', each);
  const cache = await caches.open(stateCache);
  if (kept.has('audio')) await cache.put(sharedAudio, new Response(kept));
  return Response.redirect(`${demoPage}?shared=${sharer}`, 303);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/api/')) return;
  if (request.method === 'POST' && url.pathname === '/share') event.respondWith(keepSharedAudio(request));
  else if (request.method !== 'GET') return;
  else if (request.mode === 'navigate') event.respondWith(fetchPage(request, url));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(fetchAsset(request));
});
