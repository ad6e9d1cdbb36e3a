/** `npm run deploy -- --check URL`: checks a deployment. Wrangler’s own commands deploy: content/docs/operate.mdx. */
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type AboutBench, readAbout } from '../../core/run/index.ts';
import { allCallArms } from '../../libraries/systems/arms.ts';
import { findIn, served } from '../../libraries/systems/index.ts';
import { messageOf } from '../../wire/bench-client/failure.ts';
import { noMeter } from '../../wire/links/link.ts';
import { EXIT_FAILURE, readOrigin, runCommand, UsageError, wholeNumber } from '../shared/args.ts';
import { readBuildInfo } from '../shared/checkout.ts';
import { readJson } from '../shared/files.ts';
import { callingWith } from '../shared/identify.ts';
import { settledIn } from '../shared/process-end.ts';

/** A deployment, and what it is expected to be. */
interface Target {
  pages: string;
  bench: string;
  commit: string;
  /** Headers of every request and socket: they choose the version that answers. */
  headers: Readonly<Record<string, string>>;
  /** Time in which the commit has to answer, in ms: a new version takes some seconds to be everywhere. */
  waitMs: number;
}

const ANSWER_MS = 10_000;
const PAUSE_MS = 250;

/** @throws Error naming the address if there is no answer in time */
function ask({ headers }: Target, address: string): Promise<Response> {
  const answer = callingWith(headers).fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) });
  return answer.catch((cause: unknown) => {
    throw new Error(`${address}: got no answer, expected one`, { cause });
  });
}

/** Waits until the expected commit answers. @throws Error naming the commit that answers instead */
async function askForCommit(target: Target): Promise<AboutBench> {
  const { bench, commit, waitMs } = target;
  const until = performance.now() + waitMs;
  for (;;) {
    const got = await ask(target, `${bench}/bench/about`)
      .then(async (response) => readAbout(await response.json()))
      .catch(messageOf);
    if (typeof got !== 'string' && got.commit === commit) return got;
    if (performance.now() >= until) {
      const answer = typeof got === 'string' ? got : (got.commit ?? 'none');
      throw new Error(`commit: got ${answer}, expected ${commit}`);
    }
    await delay(PAUSE_MS);
  }
}

/** Faults of a build: changes that no commit holds, and libraries of other versions than are installed here. */
function buildFaults({ systems, dirty }: AboutBench): string[] {
  const changed = dirty ? ['build: got changes that are not committed, expected none'] : [];
  const others = served.flatMap(({ id, versions }) => {
    const got = systems.find((each) => each.id === id)?.versions;
    if (isDeepStrictEqual(got, versions)) return [];
    const found = got === undefined ? 'no such library' : JSON.stringify(got);
    return [`${id}: got ${found}, expected ${JSON.stringify(versions)}`];
  });
  return [...changed, ...others];
}

const POLICY = 'content-security-policy';
type Kind = readonly [path: string, status: number, header: string, value: RegExp];

/** One address of each kind, with its status and a header of the rule that holds for its kind. */
const KINDS: readonly Kind[] = [
  ['/', 200, POLICY, /default-src 'self'.*frame-ancestors '(none|self)'/],
  ['/nowhere/', 404, POLICY, /default-src 'self'.*frame-ancestors '(none|self)'/],
  ['/api/records.json', 200, 'x-content-type-options', /^nosniff$/],
  ['/embed/lumenize-vs-capnweb/', 200, POLICY, /default-src 'self'.*frame-ancestors \*/],
  ['/peer/', 200, POLICY, /^default-src 'none'; script-src 'self';.*frame-ancestors 'self'$/],
  ['/peer/peer.js', 200, 'cross-origin-resource-policy', /^cross-origin$/],
  ['/bench/about', 200, 'cache-control', /^no-store$/],
  ['/bench/nobody/nothing/x', 404, POLICY, /^default-src 'none'; frame-ancestors 'none'$/],
];

async function answerFaults(target: Target, [path, status, name, value]: Kind): Promise<string[]> {
  const origin = path.startsWith('/bench/') ? target.bench : target.pages;
  const response = await ask(target, origin + path);
  await response.body?.cancel();
  const faults: string[] = [];
  const { status: got, headers } = response;
  if (got !== status) faults.push(`${path}: got status ${got}, expected ${status}`);
  const header = headers.get(name) ?? '';
  if (value.test(header)) return faults;
  return [...faults, `${path}: ${name}: got "${header.slice(0, 200)}", expected ${value}`];
}

/** Configurations that are called: two libraries over a socket, and one over HTTP. */
const CALLED = ['capnweb/in-memory', 'kkrpc/json', 'hono/http'];

async function callFaults({ bench, headers }: Target, id: string): Promise<string[]> {
  const open = await findIn('arm', allCallArms(), id).load();
  const object = crypto.randomUUID();
  const call = async () => {
    const to = { origin: bench, object, ...callingWith(headers) };
    const connection = await open({ ...to, meter: noMeter, deadlineMs: ANSWER_MS });
    const count = await connection.operations.increment(1);
    connection.close();
    return count;
  };
  const got = await settledIn(call, ANSWER_MS).catch(messageOf);
  return got === 1 ? [] : [`${id}: increment(1): got ${got}, expected 1`];
}

/** @param isOwn true if the expected commit is that of this checkout: more is known of it than its hash */
async function faultsOf(target: Target, isOwn: boolean): Promise<string[]> {
  const about = await askForCommit(target).catch(messageOf);
  if (typeof about === 'string') return [about];
  if (!isOwn) return [];
  const answers = KINDS.map((kind) => answerFaults(target, kind));
  const calls = CALLED.map((id) => callFaults(target, id));
  const thrown = (error: unknown) => [messageOf(error)];
  const found = await Promise.all([...answers, ...calls].map((faults) => faults.catch(thrown)));
  return [...buildFaults(about), ...found.flat()];
}

/** @throws UsageError unless the text has the form */
function formed(flag: string, text: string, form: RegExp, expected: string): string {
  if (form.test(text)) return text;
  throw new UsageError(`${flag}: got "${text}", expected ${expected}`);
}

export const run = (argv?: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: [
        'npm run deploy -- --check https://example.org',
        'npm run deploy -- --check https://example.org --version <id>',
      ],
      about: `Checks that a deployment is the commit of this checkout: the versions of its libraries, a call by each of
three of them, and the status and headers of an address of each kind. The exit code is 1 when a check fails.
It deploys nothing: wrangler does, and /operate/ has its commands.`,
      flags: {
        check: { value: '<origin>', help: 'where the pages are' },
        bench: { value: '<origin>', help: 'where the benchmark server is, if not with the pages' },
        version: { value: '<id>', help: 'asks this version, even if it has no traffic' },
        commit: { value: '<hash>', help: 'expects this commit instead, and checks nothing else' },
        wait: { value: '<seconds>', help: 'until the commit has to answer; 30 unless given' },
        json: { help: 'one JSON document instead of sentences' },
      },
    },
    async ({ values }) => {
      const pages = readOrigin('--check', values.check ?? '');
      const bench = values.bench === undefined ? pages : readOrigin('--bench', values.bench);
      const waitMs = wholeNumber('--wait', values.wait ?? '30', 0, 600) * 1000;
      const own = await readBuildInfo(process.cwd());
      const hash = 'the full hash of a commit, 40 hexadecimal digits';
      const commit = formed('--commit', values.commit ?? own.commit, /^[0-9a-f]{40}$/, hash);
      const headers: Record<string, string> = {};
      if (values.version !== undefined) {
        const id = formed('--version', values.version, /^[0-9a-f-]{36}$/, 'the id of a version');
        const { name } = await readJson('wrangler.jsonc', z.object({ name: z.string() }));
        headers['Cloudflare-Workers-Version-Overrides'] = `${name}="${id}"`;
      }
      const target: Target = { pages, bench, commit, headers, waitMs };
      const faults = await faultsOf(target, values.commit === undefined);
      const sentences = faults.length > 0 ? faults : [`${pages} is commit ${commit} and passed.`];
      const { version = null } = values;
      const document = { pages, bench, commit, version, faults };
      console.log(values.json ? JSON.stringify(document, undefined, 2) : sentences.join('\n'));
      return faults.length > 0 ? EXIT_FAILURE : 0;
    },
    argv,
  );

if (import.meta.main) {
  await run();
  // A socket without an answer would keep the command alive.
  process.exit();
}
