import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Check, checked, type Target, worldOf } from './bench.ts';

/** Pages that are compared with their files: between them they link everything that is built. */
const FILES = {
  '/': 'index.html',
  '/nowhere/': '404.html',
  '/api/records.json': 'api/records.json',
};

/** Whether what is served is what was built into `dist`. */
export async function checkPages(target: Target, dist: string): Promise<Check> {
  const { fetch } = worldOf(target).through;
  const wrong: string[] = [];
  for (const [path, file] of Object.entries(FILES)) {
    const served = await (await fetch(target.pages + path)).text();
    const built = await readFile(join(dist, file), 'utf8');
    if (served !== built) {
      wrong.push(`${path}: got ${served.length} characters that differ from ${file}, expected it`);
    }
  }
  return checked('pages', wrong, 'The pages served are those that were built.');
}

/** Headers by the kind of what is asked; each must match. */
interface Expected {
  path: string;
  status: number;
  headers: Readonly<Record<string, RegExp>>;
}

const EVERYWHERE = {
  'permissions-policy': /camera=\(\)/,
  'referrer-policy': /^no-referrer$/,
  'strict-transport-security': /^max-age=31536000$/,
  'x-content-type-options': /^nosniff$/,
};
const PAGE = {
  ...EVERYWHERE,
  'content-security-policy': /default-src 'self'.*frame-ancestors '(none|self)'/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-embedder-policy': /^require-corp$/,
};
const ANSWER = {
  ...EVERYWHERE,
  'content-security-policy': /^default-src 'none'; frame-ancestors 'none'$/,
  'content-type': /^application\/json/,
  'cache-control': /^no-store$/,
};

const EXPECTED: readonly Expected[] = [
  { path: '/', status: 200, headers: PAGE },
  { path: '/nowhere/', status: 404, headers: PAGE },
  {
    path: '/embed/lumenize-vs-capnweb/',
    status: 200,
    headers: { ...PAGE, 'content-security-policy': /default-src 'self'.*frame-ancestors \*/ },
  },
  {
    path: '/peer/',
    status: 200,
    headers: {
      ...PAGE,
      'content-security-policy': /^default-src 'none'; script-src 'self';.*frame-ancestors 'self'$/,
    },
  },
  {
    path: '/peer/peer.js',
    status: 200,
    headers: { ...EVERYWHERE, 'cross-origin-resource-policy': /^cross-origin$/ },
  },
  { path: '/bench/about', status: 200, headers: ANSWER },
  { path: '/bench/nobody/nothing/x', status: 404, headers: ANSWER },
];

/** Whether a page of each kind, a fingerprinted file and the bench’s answers have their headers. */
export async function checkHeaders(target: Target): Promise<Check> {
  const { fetch } = worldOf(target).through;
  const wrong: string[] = [];
  const look = async ({ path, status, headers }: Expected) => {
    const origin = path.startsWith('/bench/') ? target.bench : target.pages;
    const response = await fetch(origin + path);
    if (response.status !== status) {
      wrong.push(`${path}: got status ${response.status}, expected ${status}`);
    }
    for (const [name, pattern] of Object.entries(headers)) {
      const value = response.headers.get(name) ?? '';
      if (!pattern.test(value)) {
        wrong.push(`${path}: ${name}: got "${value.slice(0, 200)}", expected ${pattern}`);
      }
    }
    return response.text();
  };
  for (const each of EXPECTED) await look(each);
  const home = await (await fetch(`${target.pages}/`)).text();
  const style = /href="(\/_astro\/[^"]+\.css)"/.exec(home)?.[1];
  if (style === undefined) wrong.push('/: got no style sheet of /_astro/, expected one');
  else await look({ path: style, status: 200, headers: { 'cache-control': /immutable/ } });
  return checked('headers', wrong, 'Every kind of answer has its status and its headers.');
}
