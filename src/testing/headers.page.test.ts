/** The headers of every route of the pages, as `npm start` serves them and as the platform does. */
import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import { expect, test } from '@playwright/test';
import { firstOfEach } from './all-cases.ts';
import { testSite } from './site.ts';

/** The one page here that may stand in a page elsewhere. */
const FRAME = '/embed/lumenize-vs-capnweb/';

/** Addresses of one file of each kind, of pages with a policy of their own, and of some that lead nowhere. */
async function routesOf(directory: string): Promise<string[]> {
  const files = await readdir(directory, { recursive: true });
  const served = files.filter((file) => extname(file) !== '' && !file.endsWith('.html'));
  return [
    ...firstOfEach(served, extname).map((file) => `/${file}`),
    ...['/', '/lab/', '/embed/', FRAME, '/peer/', '/peer/peer.js'],
    ...['/nowhere/at/all/', '/embed/nowhere/', '/embed/nowhere'],
  ];
}

const everywhere = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': /^max-age=\d{8}/,
  'permissions-policy': /camera=\(\).*geolocation=\(\).*microphone=\(\)/,
  'x-content-type-options': 'nosniff',
};

/** Of what runs in the page call: it loads its own script, and stands in frames of this site alone. */
const PEER_POLICY =
  "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const expected = Object.fromEntries(
  Object.entries(everywhere).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : expect.stringMatching(value),
  ]),
);

test('every kind of route has its headers, and no script may stand in a page', async () => {
  const { directory, origin } = testSite();
  const routes = await routesOf(directory);
  expect(routes.length).toBeGreaterThan(15);
  for (const route of routes) {
    const sent = (await fetch(origin + route, { method: 'HEAD' })).headers;
    expect(Object.fromEntries(sent), route).toMatchObject(expected);
    const isShared = route === FRAME || route === '/peer/peer.js';
    const reach = isShared ? 'cross-origin' : 'same-origin';
    expect(sent.get('cross-origin-resource-policy'), route).toBe(reach);
    const isKept = route.startsWith('/_astro/');
    expect(sent.get('cache-control')?.includes('immutable'), route).toBe(isKept);
    const policy = sent.get('content-security-policy') ?? '';
    if (route.startsWith('/peer/')) expect(policy, route).toBe(PEER_POLICY);
    else {
      expect(policy, route).toMatch(/^default-src 'self'; script-src 'self' [^;]*'sha256-/);
      expect(policy, route).not.toMatch(/script-src [^;]*'unsafe-inline'/);
      expect(policy.includes('frame-ancestors *'), route).toBe(route === FRAME);
      expect(policy.includes("frame-ancestors 'none'"), route).toBe(route !== FRAME);
    }
  }
});
