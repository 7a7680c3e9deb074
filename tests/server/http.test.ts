import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '#server/http/security-headers.ts';
import { type Endpoint, pathOf } from '#shared/contract/endpoint.ts';
import { endpoints } from '#shared/contract/endpoints.ts';

import { makeWebDir } from '../support/small-web.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { call, readSession, signIn, signUp, tokenOf, uniqueEmail, verify } from '../support/test-client.ts';

let app: TestApp;
let base: string;
beforeAll(async () => {
  const operator = { email: 'help@example.so', name: '"Codka" & <Hodan> $&', url: '/', contact: 'Hodan' };
  app = await startTestApp({ webDir: makeWebDir, config: { operator } });
  base = app.base;
});
afterAll(() => app.destroy());

const page = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${base}${address}`, { headers: { 'accept-language': 'de', ...headers } });
  return { status: response.status, text: await response.text(), headers: response.headers };
};

describe('headers', () => {
  it('lock every document down (S36, S40, S43)', async () => {
    for (const address of ['/', '/demo', '/verify/abc', '/nothing-here', '/api/docs']) {
      const { headers } = await page(address);
      expect(headers.get('content-security-policy')).toBe(contentSecurityPolicy);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toBe('microphone=(self), camera=(), geolocation=()');
    }
    expect(contentSecurityPolicy).not.toMatch(/unsafe|https?:/);
  });

  it('keep the verification page out of caches, indexes and referrers (S10)', async () => {
    for (const address of ['/verify/abc?email=a%40b.so', '/verify?email=a%40b.so', '/verify']) {
      const { headers } = await page(address);
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-robots-tag')).toContain('noindex');
    }
  });

  it('keep every answer of the API out of caches (S35) and name no versions (S65)', async () => {
    for (const url of ['/api/health', '/api/ready', '/api/auth/session', '/api/none', '/api/openapi.json']) {
      const { headers, status } = await page(url);
      expect([url, headers.get('cache-control')]).toEqual([url, 'no-store']);
      expect(headers.get('server')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
      expect(status).toBeLessThan(500);
    }
    expect(await (await fetch(`${base}/api/health`)).json()).toEqual({ success: true, status: 'ok' });
  });

  it('keep every endpoint out of caches, whatever it answers (S35)', async () => {
    for (const endpoint of Object.values<Endpoint>(endpoints)) {
      const { method, path: url } = endpoint;
      for (const parameter of ['x', '%00', 'y'.repeat(300)]) {
        const answer = await fetch(`${base}${pathOf(endpoint).replace(/:\w+/, parameter)}`, { method });
        expect([method, url, parameter.slice(0, 3), answer.headers.get('cache-control')]).toEqual([
          method,
          url,
          parameter.slice(0, 3),
          'no-store',
        ]);
        expect(answer.status).toBeLessThan(500);
        await answer.body?.cancel();
      }
    }
  });

  it('refuse JSON that is no object, of every endpoint that reads one', async () => {
    const { token } = await signIn(base);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    for (const endpoint of Object.values<Endpoint>(endpoints).filter(({ body }) => body)) {
      const { method } = endpoint;
      for (const body of ['null', '[]', '1', '"a"', 'true']) {
        const answer = await fetch(`${base}${pathOf(endpoint).replace(/:\w+/, 'x')}`, { method, headers, body });
        expect([pathOf(endpoint), body, answer.status]).toEqual([pathOf(endpoint), body, 400]);
        await answer.body?.cancel();
      }
    }
  });

  it('send HSTS for two years where the address is https, and only there', async () => {
    expect((await page('/')).headers.get('strict-transport-security')).toBeNull();
    const secure = await startTestApp({ env: { APP_URL: 'https://hadal.tusaale.so' } });
    const response = await fetch(`${secure.base}/api/health`);
    expect(response.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
    const asked = await signUp(secure.base, uniqueEmail());
    expect(asked.headers.get('set-cookie')).toMatch(
      /^__Host-link-browser=[\w-]{22}; Path=\/; HttpOnly; SameSite=Strict; .*Secure$/,
    );
    await secure.destroy();
  });
});

describe('requests from elsewhere', () => {
  const ask = (headers: Record<string, string>) =>
    call(base, '/api/auth/signup', { json: { fullName: 'Xaawo', email: uniqueEmail() }, headers });

  it('are refused when they change something, and send no mail (S24)', async () => {
    const before = app.printed.length;
    expect((await ask({ origin: 'https://evil.example' })).body.code).toBe('ORIGIN_REFUSED');
    expect((await ask({ origin: 'null' })).status).toBe(403);
    expect((await ask({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(app.printed).toHaveLength(before);
    expect((await ask({ origin: `http://localhost:${app.port}` })).status).toBe(200);
    expect((await ask({ origin: `http://127.0.0.1:${app.port}`, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    const preflight = await fetch(`${base}/api/auth/signup`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([
    ['a mail scanner’s HEAD', { method: 'HEAD' }, 405],
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch;prerender', 'sec-fetch-site': 'same-origin' } }, 403],
    ['a link followed from a mail', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' } }, 403],
    ['an address typed in', { headers: { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' } }, 403],
    ['another site’s script', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' } }, 403],
    [
      'a page of the same site as a document',
      { headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' } },
      403,
    ],
  ])('cannot use a link up: %s (S11)', async (_who, init, status) => {
    const token = tokenOf((await signUp(base, uniqueEmail())).body.magicLink);
    expect((await rawRequest('GET', `/api/auth/verify/${token}`, init)).status).toBe(status);
    const ours = await rawRequest('GET', `/api/auth/verify/${token}`, {
      headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' },
    });
    expect(ours.status).toBe(200);
  });

  it('cannot choose their own address without a trusted proxy; IPv6 counts by its /64 (S60)', async () => {
    const spoofed = await startTestApp({ limits: { mailsPerIpPerHour: 1 } });
    const from = (address: string) =>
      call(spoofed.base, '/api/auth/signup', {
        json: { fullName: 'Xaawo', email: uniqueEmail() },
        headers: { 'x-forwarded-for': address },
      });
    expect((await from('1.1.1.1')).status).toBe(200);
    expect((await from('2.2.2.2')).status).toBe(429);
    await spoofed.destroy();
    const proxied = await startTestApp({ limits: { mailsPerIpPerHour: 1 }, env: { TRUST_PROXY: '1' } });
    const through = (address: string) =>
      call(proxied.base, '/api/auth/signup', {
        json: { fullName: 'Xaawo', email: uniqueEmail() },
        headers: { 'x-forwarded-for': address },
      });
    expect((await through('2001:db8:1:2::1')).status).toBe(200);
    expect((await through('2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await through('2001:db8:1:3::1')).status).toBe(200);
    expect((await through('9.9.9.9, 2001:db8:1:3::7')).status).toBe(429);
    await proxied.destroy();
  });
});

/** A request with exactly these headers, which fetch would not let us send. */
function rawRequest(method: string, url: string, init: { method?: string; headers?: Record<string, string> }) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = httpRequest(
      `${base}${url}`,
      { method: init.method ?? method, headers: init.headers ?? {} },
      (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

describe('sessions over HTTP', () => {
  it('are read from the Authorization header alone (S32)', async () => {
    const { token } = await signIn(base);
    expect((await call(base, `/api/auth/session?token=${token}&access_token=${token}`)).status).toBe(401);
    expect(
      (
        await call(base, '/api/auth/session', {
          headers: { cookie: `token=${token}; somalispeak_auth_token=${token}` },
        })
      ).status,
    ).toBe(401);
    expect((await readSession(base, token)).status).toBe(200);
  });

  it('ask for a click where the browser is not the one that asked, if so configured (S13)', async () => {
    const careful = await startTestApp({ env: { VERIFY_CLICK_WHEN_UNBOUND: '1' } });
    const first = await signUp(careful.base, uniqueEmail());
    const token = tokenOf(first.body.magicLink);
    const elsewhere = await verify(careful.base, token);
    expect([elsewhere.status, elsewhere.body.code]).toEqual([428, 'LINK_CONFIRMATION_NEEDED']);
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await verify(careful.base, token, { cookie })).status).toBe(200);
    const second = tokenOf((await signUp(careful.base, uniqueEmail())).body.magicLink);
    expect((await call(careful.base, `/api/auth/verify/${second}?confirm=1`)).status).toBe(200);
    const third = tokenOf((await signUp(careful.base, uniqueEmail())).body.magicLink);
    careful.clock.advance(300);
    expect((await call(careful.base, `/api/auth/verify/${third}?confirm=1`)).status).toBe(200);
    // Bound, unbound and soon, unbound and late.
    const suspicions = careful.logLines.join('').match(/(?<="isUnboundAndSoon":)\w+/g);
    expect(suspicions).toEqual(['false', 'true', 'false']);
    await careful.destroy();
  });

  it('accept a POST without a body but with a JSON content type (spec §7)', async () => {
    const { token } = await signIn(base);
    const headers = { 'content-type': 'application/json' };
    expect((await call(base, '/api/attempts/use', { method: 'POST', token, headers })).body).toMatchObject({
      success: true,
      data: { attemptsRemaining: 2 },
    });
    expect((await call(base, '/api/auth/logout', { method: 'POST', token, headers })).status).toBe(200);
  });
});

describe('the honeypot (S23)', () => {
  it('lets a sign-up without the field pass and quietly drops one that fills it', async () => {
    const email = uniqueEmail();
    const answer = await call(base, '/api/auth/signup', { json: { fullName: 'Bot', email, website: 'http://spam' } });
    expect(answer.body).toEqual({ success: true, message: 'We sent you a sign-in link.' });
    expect((await signUp(base, email)).body.magicLink).toBeDefined();
  });
});

describe('logs', () => {
  it('hold no link, no signature, no address and no name (S9, S59)', async () => {
    const email = uniqueEmail();
    const token = tokenOf((await signUp(base, email, 'Magaca Qarsoon')).body.magicLink);
    await verify(base, token);
    await verify(base, token);
    await page(`/verify/${token}?email=${encodeURIComponent(email)}`);
    await expect
      .poll(() => app.logLines.filter((line) => line.includes('/api/auth/verify/:token')).length)
      .toBeGreaterThan(1);
    await expect.poll(() => app.logLines.join('')).toContain('link_sent');
    const all = app.logLines.filter((line) => !line.includes('Server listening')).join('');
    for (const secret of [token, email, encodeURIComponent(email), 'Magaca Qarsoon', '127.0.0.1'])
      expect(all).not.toContain(secret);
    for (const event of ['link_requested', 'link_sent', 'link_verified', 'link_rejected']) expect(all).toContain(event);
    expect(all).toMatch(/"reason":"LINK_USED"/);
    expect(all).not.toContain('already sent');
  });
});

describe('pages', () => {
  it('come in the reader’s language: the address, then the cookie, then the browser', async () => {
    expect((await page('/')).text).toContain('en index');
    const somali = await page('/privacy', { 'accept-language': 'so-SO, en;q=0.5' });
    expect(somali.text).toContain('so privacy');
    expect(somali.headers.get('vary')).toContain('Accept-Language');
    expect(somali.headers.get('content-language')).toBe('so');
    expect((await page('/terms', { cookie: 'a=b; somalispeak_language=so' })).text).toContain('so terms');
    expect((await page('/terms?lang=en', { cookie: 'somalispeak_language=so' })).text).toContain('en terms');
    expect((await page('/terms')).text).toContain(`<link rel="canonical" href="${app.config.appUrl.origin}/terms">`);
  });

  it('say who offers the service before any script runs, whatever signs the name holds', async () => {
    expect((await page('/privacy')).text).toContain('<footer>&#34;Codka&#34; &#38; &#60;Hodan&#62; $&#38;</footer>');
  });

  it('give the app’s shell to its own routes and a real 404 to all others', async () => {
    for (const address of ['/demo', '/demo?lang=so', '/verify/abc', '/verify']) {
      const found = await page(address);
      expect([address, found.status]).toEqual([address, 200]);
      expect(found.text).toContain('app');
    }
    const missing = await page('/xyz');
    expect([missing.status, missing.text.includes('en 404')]).toEqual([404, true]);
    const missingCall = await page('/api/xyz');
    expect([missingCall.status, JSON.parse(missingCall.text).code]).toEqual([404, 'NOT_FOUND']);
  });

  it('cache hashed files for ever, the rest never unasked, and compress', async () => {
    const asset = await page('/assets/app-1a2b3c.js', { 'accept-encoding': 'gzip' });
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-encoding')).toBe('gzip');
    const neither = await page('/assets/app-1a2b3c.js', { 'accept-encoding': 'br;q=0, gzip;q=0' });
    expect(neither.headers.get('content-encoding')).toBeNull();
    expect(asset.text).toContain('console.log');
    const robots = await page('/robots.txt');
    expect(robots.headers.get('cache-control')).toBe('no-cache');
    const etag = robots.headers.get('etag') ?? '';
    expect((await page('/robots.txt', { 'if-none-match': etag })).status).toBe(304);
  });

  it('serve no source map, no hidden file and nothing outside the folder (S65)', async () => {
    for (const address of [
      '/assets/app-1a2b3c.js.map',
      '/.env',
      '/.git/config',
      '/../package.json',
      '/%2e%2e/package.json',
      '/en/app.html',
      '/assets/..%2f..%2fsession-secret',
    ]) {
      expect([address, (await rawRequest('GET', address, {})).status]).toEqual([address, 404]);
    }
  });
});
