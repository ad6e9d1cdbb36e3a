/**
 * `npm run bench -- listed`: measures the contestants of content/contestants, each at the bench that its
 * authors run, with the client half of their repository. That is code of others, so what it leaves is
 * taken into the content by a second call, which runs nothing of it.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bareOrigin } from '../../bench-client/about.ts';
import { messageOf } from '../../bench-client/failure.ts';
import {
  LIST,
  type Listed,
  readListed,
  recordOfListed,
  RECORDS,
} from '../../collections/contestants.ts';
import { EXIT_FAILURE, runCommand, UsageError, wholeNumber } from '../shared/args.ts';
import { runToEnd, temporaryFolder } from '../shared/process-end.ts';

const STUDY = 'lumenize-vs-capnweb';
const MEASURE = fileURLToPath(new URL('../measure/index.ts', import.meta.url));
/** Longest that a repository’s installation or its measurement may take, in ms. */
const LONGEST_MS = 600_000;

const say = (text: string): void => void process.stderr.write(`${text}\n`);

const listedCommand = {
  usage: [
    'npm run bench -- listed --origin <url> --out <folder> [--rounds <number>]',
    'npm run bench -- listed --take <folder>',
  ],
  about: `Clones the repository of every contestant in ${LIST}, and measures it at the bench of its authors
beside the systems of the bench at --origin. Leaves a record of each, which --take takes into ${LIST}.`,
  flags: {
    origin: { value: '<url>', help: 'the bench of this site' },
    out: { value: '<folder>', help: 'where the records are left' },
    rounds: { value: '<number>', help: 'so many rounds instead of until decided, 1 to 100000' },
    take: { value: '<folder>', help: 'take the records that were left there' },
  },
} as const;

/** @param root the checkout, or a site of other content */
export const run = (argv: readonly string[], root = process.cwd()): Promise<void> =>
  runCommand(
    listedCommand,
    async ({ values: { origin = '', out, rounds, take } }) => {
      const listed = await readListed(root);
      if (take !== undefined) return takeRecords(root, take, listed);
      if (bareOrigin(origin) !== origin || out === undefined) {
        throw new UsageError(
          `--origin, --out: got "${origin}" and ${out ?? 'none'}, expected an origin and a folder, or --take`,
        );
      }
      const length =
        rounds === undefined ? [] : ['--rounds', String(wholeNumber('--rounds', rounds, 1, 1e5))];
      await mkdir(out, { recursive: true });
      let failed = 0;
      for (const each of listed) {
        const { id } = each;
        try {
          await writeFile(join(out, `${id}.json`), await measured(each, origin, length));
          say(`${id}: measured.`);
        } catch (error) {
          // Whatever becomes of one, the others are measured.
          failed += 1;
          say(`${id}: ${messageOf(error)}`);
        }
      }
      return failed > 0 ? EXIT_FAILURE : 0;
    },
    argv,
  );

/** @returns the text of the record */
async function measured(
  { id, repository, folder, bench }: Listed,
  origin: string,
  length: readonly string[],
): Promise<string> {
  await using scratch = await temporaryFolder(`roundtrip-${id}`);
  const clone = join(scratch.path, id);
  const does = async (file: string, args: readonly string[], cwd?: string): Promise<string> => {
    const env = { GIT_TERMINAL_PROMPT: '0' };
    const { ok, stdout, stderr } = await runToEnd(file, args, { env, cwd, timeout: LONGEST_MS });
    if (!ok) throw new Error(`${basename(file)} ${args.join(' ')}: ${stderr.trim()}`);
    return stdout;
  };
  await does('git', ['clone', '--quiet', '--depth', '1', '--', repository, clone]);
  if (existsSync(join(clone, 'package.json'))) {
    const quiet = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'];
    await does('npm', ['install', ...quiet], clone);
  }
  const flags = ['--origin', origin, '--system', `${join(clone, folder)}=${bench}`, '--out', '-'];
  const command = ['--import', import.meta.resolve('tsx'), MEASURE, STUDY, ...flags, ...length];
  const text = await does(process.execPath, command);
  recordOfListed(text, id, { bench });
  return text;
}

/** Takes what was left of those that are listed; what is no record of one stops it. */
async function takeRecords(root: string, from: string, listed: readonly Listed[]): Promise<number> {
  const to = join(root, RECORDS);
  for (const each of listed) {
    const { id } = each;
    const file = join(from, `${id}.json`);
    if (!existsSync(file)) continue;
    const text = await readFile(file, 'utf8');
    recordOfListed(text, file, each);
    await mkdir(to, { recursive: true });
    await writeFile(join(to, `${id}.json`), text);
    say(`${id}: taken.`);
  }
  return 0;
}
