/** The checks of a deployment: the same for a deploy and its dry run. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { messageOf } from '../../../bench-client/failure.ts';
import { type Check, checkArms, checked, checkStorage, type Target, worldOf } from './bench.ts';

/** Pages that are compared with their files: between them they link everything that is built. */
const FILES = {
  '/': 'index.html',
  '/nowhere/': '404.html',
  '/api/records.json': 'api/records.json',
};

/** Whether what is served is what was built into `dist`. */
async function checkPages(target: Target, dist: string): Promise<Check> {
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
type Kind = readonly [path: string, status: number, headers: Readonly<Record<string, RegExp>>];

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

const policy = (pattern: RegExp) => ({ ...PAGE, 'content-security-policy': pattern });

const EXPECTED: readonly Kind[] = [
  ['/', 200, PAGE],
  ['/nowhere/', 404, PAGE],
  ['/embed/lumenize-vs-capnweb/', 200, policy(/default-src 'self'.*frame-ancestors \*/)],
  [
    ...(['/peer/', 200] as const),
    policy(/^default-src 'none'; script-src 'self';.*frame-ancestors 'self'$/),
  ],
  [
    ...(['/peer/peer.js', 200] as const),
    { ...EVERYWHERE, 'cross-origin-resource-policy': /^cross-origin$/ },
  ],
  ['/bench/about', 200, ANSWER],
  ['/bench/nobody/nothing/x', 404, ANSWER],
];

/** Whether a page of each kind, a fingerprinted file and the bench’s answers have their headers. */
async function checkHeaders(target: Target): Promise<Check> {
  const { fetch } = worldOf(target).through;
  const wrong: string[] = [];
  const look = async ([path, status, headers]: Kind) => {
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
  else await look([style, 200, { 'cache-control': /immutable/ }]);
  return checked('headers', wrong, 'Every kind of answer has its status and its headers.');
}

export type { Check, Target } from './bench.ts';

/** The expectations of a deployment. */
interface Expected {
  /** Full hash of its commit; any when absent. */
  commit?: string;
  /** The built pages that it serves; not compared when absent. */
  dist?: string;
  /** Whether the end of objects is waited for, which takes as long as they may be idle. */
  storage: boolean;
}

/** How long a new version is waited for until it answers everywhere, in ms, and the pauses between. */
const SPREADING_MS = 30_000;
const PAUSE_MS = 250;

const aboutSchema = z.object({
  commit: z.string().nullable(),
  limits: z.object({ idleSeconds: z.number().positive() }),
});
type About = z.infer<typeof aboutSchema>;

/**
 * Checks a deployment in every respect. When another commit answers than is expected, nothing else
 * is looked at: it would be said of the wrong version.
 *
 * @param say told what is looked at
 */
export async function checkDeployment(
  target: Target,
  { commit, dist, storage }: Expected,
  say: (text: string) => void = () => undefined,
): Promise<Check[]> {
  const [found, about] = await checkCommit(target, commit);
  if (about === undefined) return [found];
  const { idleSeconds } = about.limits;
  const waited = storage ? attempt('storage', () => checkStorage(target, idleSeconds)) : undefined;
  const checks = [found];
  if (dist !== undefined) checks.push(await attempt('pages', () => checkPages(target, dist)));
  checks.push(await attempt('headers', () => checkHeaders(target)));
  checks.push(await attempt('arms', () => checkArms(target)));
  if (waited === undefined) return checks;
  say(`Waiting until objects that nobody uses are emptied: ${idleSeconds} s …`);
  return [...checks, await waited];
}

/** Whether every check passed; the reasons of those that did not, in a sentence. */
export function failureOf(checks: readonly Check[]): string | undefined {
  const failed = checks.filter(({ ok }) => !ok);
  return failed.length === 0
    ? undefined
    : failed.map(({ name, found }) => `${name}: ${found}`).join('. ');
}

/** Waits until the commit answers; with what the bench says of itself once it does. */
export async function checkCommit(
  target: Target,
  commit: string | undefined,
): Promise<[Check, About?]> {
  const until = performance.now() + SPREADING_MS;
  for (;;) {
    const answer = await ask(target);
    const got = typeof answer === 'string' ? answer : (answer.commit ?? 'no commit');
    if (typeof answer !== 'string' && (commit === undefined || answer.commit === commit)) {
      return [checked('commit', [], `Commit ${got.slice(0, 10)} answers.`), answer];
    }
    if (performance.now() > until) {
      const wrong = `got ${got}, expected ${commit ?? 'an answer'}`;
      return [checked('commit', [wrong], '')];
    }
    await delay(PAUSE_MS);
  }
}

async function ask(target: Target): Promise<About | string> {
  try {
    const response = await worldOf(target).through.fetch(`${target.bench}/bench/about`);
    if (!response.ok) return `status ${response.status} of /bench/about`;
    return aboutSchema.parse(await response.json());
  } catch (error) {
    return messageOf(error);
  }
}

/** A check that throws has failed. */
async function attempt(name: Check['name'], check: () => Promise<Check>): Promise<Check> {
  try {
    return await check();
  } catch (error) {
    return checked(name, [messageOf(error)], '');
  }
}
