/** The headers of every route, as `npm start` serves them and as the platform does. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { firstOfEach, oneOfEach } from './all-cases.ts';
import { headersOf, readHeaders } from './headers.ts';
import { testSite } from './site.ts';

/** Addresses of all files of a built site, and some that lead nowhere. */
async function routesOf(directory: string): Promise<string[]> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile() && !/^_(headers|redirects)$|^404\.html$/.test(file.name))
    .map((file) => join(file.parentPath, file.name).slice(directory.length));
  const nowhere = ['/nowhere/at/all/', '/embed/nowhere/', '/embed/nowhere'];
  return [...paths.map((path) => path.replace(/\/index\.html$/, '/')), ...nowhere];
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

test('every route of the site has its headers, and no script may stand in a page', async () => {
  const { directory, origin } = testSite();
  const rules = readHeaders(await readFile(join(directory, '_headers'), 'utf8'));
  const routes = await routesOf(directory);
  expect(routes.length).toBeGreaterThan(100);
  const policyOf = (route: string) => headersOf(rules, route).get('content-security-policy') ?? '';
  const framed = routes.filter(
    (route) => !route.startsWith('/peer/') && !policyOf(route).includes("frame-ancestors 'none'"),
  );
  expect(framed.filter((route) => !/^\/embed\/(?!nowhere)[^/]+\/$/.test(route))).toEqual([]);
  expect(framed.length).toBeGreaterThan(0);
  const kindOf = (route: string) => {
    const kind = /^\/peer\/|nowhere/.exec(route)?.[0] ?? extname(route);
    return JSON.stringify([kind, ...headersOf(rules, route)]);
  };
  // What stands in the file is read by rules of our own.
  for (const route of firstOfEach(routes, kindOf)) {
    const policy = policyOf(route);
    if (route.startsWith('/peer/')) expect(policy, route).toBe(PEER_POLICY);
    else {
      expect(policy, route).toMatch(/default-src 'self'; script-src 'self'(?! 'unsafe-inline')/);
      expect(/script-src [^;]*'unsafe-inline'/.exec(policy), route).toBeNull();
      expect(/script-src [^;]*'sha256-/.exec(policy), route).not.toBeNull();
    }
    const sent = (await fetch(origin + route, { method: 'HEAD' })).headers;
    expect(Object.fromEntries(sent), route).toMatchObject(expected);
    for (const [name, value] of headersOf(rules, route)) {
      expect(sent.get(name), `${name} of ${route}`).toBe(value);
    }
  }
});

test('every route of the bench has its headers, refused or not @run', async () => {
  const site = testSite();
  const about = (await (await fetch(`${site.benchOrigin}/bench/about`)).json()) as {
    systems: Array<{ address: string; arms: Array<{ name: string }> }>;
  };
  const arms = about.systems.flatMap(({ address, arms }) =>
    arms.map(({ name }) => ({
      address,
      path: address.replace('<arm>', name).replace('<object>', crypto.randomUUID()),
    })),
  );
  expect(arms.length).toBeGreaterThan(4);
  const others = ['about', 'health', 'nobody/x/y', '', 'probe/capnweb/in-memory/x'];
  const paths = oneOfEach(arms, ({ address }) => address).map(({ path }) => path);
  const visits = [...paths, ...others.map((each) => `/bench/${each}`)].flatMap((path) =>
    ['GET', 'POST', 'OPTIONS', 'DELETE'].flatMap((method) =>
      [site.origin, 'https://example.org'].map((origin) => ({ path, method, origin })),
    ),
  );
  for (const { path, method, origin } of visits) {
    const response = await fetch(site.benchOrigin + path, { method, headers: { Origin: origin } });
    await response.body?.cancel();
    expect(Object.fromEntries(response.headers), `${method} ${path}`).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'permissions-policy': expect.stringMatching(everywhere['permissions-policy']),
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
    });
    const reader = origin === site.origin ? origin : null;
    expect(response.headers.get('access-control-allow-origin')).toBe(reader);
  }
});
