/**
 * `roundtrip action`: what the GitHub Action does, told by the event’s document. For a pull request it
 * measures base and head in one run. Where it may not write a comment, as for a fork, it leaves the
 * comparison in a folder, and the event that follows, `workflow_run`, comments on it with the rights of
 * the default branch, whose code takes nothing in that folder on trust.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { workloadNames } from '../../report/words.ts';
import { findStudy } from '../../studies/index.ts';
import { appendSummary, type Comparison, comparisonMarkdown } from '../compare/comparison.ts';
import { compareInterleaved } from '../compare/index.ts';
import { compareCommand, readCompareOptions } from '../compare/options.ts';
import { EXIT_FAILURE, readArgs, runCommand, UsageError } from '../shared/args.ts';
import { catchInterrupt, EXIT_INTERRUPTED } from '../shared/process-end.ts';
import { readJson } from '../shared/workerd.ts';
import { GitHub } from './github.ts';
import { FOLDER, kindOf } from './kinds.ts';

const actionCommand = {
  usage: ['roundtrip action [flags]'],
  about: `Does what the event of a GitHub workflow asks for: measures a pull request’s base and head in
alternating turns, or comments on what an earlier workflow measured of one.`,
  flags: {
    event: { value: '<file>', help: 'the event’s document ($GITHUB_EVENT_PATH)' },
    folder: { value: '<folder>', help: `the contestant’s folder (${FOLDER})` },
    time: { value: '<seconds>', help: 'time to measure (60)' },
    margin: { value: '<percent>', help: 'what counts as equal (5)' },
    'fail-on': { value: '<what>', help: 'slower: exit code 1 where a slowdown is decided' },
    left: { value: '<folder>', help: 'where a comparison is left, and found (roundtrip-compared)' },
    'dry-run': { help: 'print the comment instead of writing it' },
  },
} as const;

const sha = z.string().regex(/^[0-9a-f]{40}$/);
const repository = z.looseObject({ full_name: z.string() });
/** The part of either event that is read. */
const eventSchema = z.looseObject({
  pull_request: z
    .looseObject({
      number: z.int().positive(),
      base: z.looseObject({ sha }),
      head: z.looseObject({ repo: repository.nullable() }),
    })
    .optional(),
  workflow_run: z.looseObject({ head_sha: sha }).optional(),
  repository,
});

/** Text of others that is shown: none of it becomes a link, a mention or markup. */
const shown = z
  .string()
  .max(600)
  .transform((text) => text.replaceAll(/[<>`[\]@\\|\n]|https?:/gu, ' '));
const estimate = z
  .looseObject({
    estimate: z.number(),
    interval: z.looseObject({ low: z.number(), high: z.number() }).optional(),
  })
  .optional();
const side = z.looseObject({
  ...{ name: shown, commit: sha.nullable(), dirty: z.boolean(), setting: shown, runtime: shown },
});
const leftSchema = z.strictObject({
  number: z.int().positive(),
  comparison: z.looseObject({
    ...{ kind: z.literal('interleaved'), study: z.string(), base: side, head: side },
    ...{ margin: z.number(), corrected: z.int(), rounds: z.int().optional() },
    ...{ doubts: z.array(shown).max(50), notes: z.array(shown).max(50) },
    rows: z
      .array(
        z.looseObject({
          ...{ arm: shown, label: shown, workload: shown, baseMs: estimate, headMs: estimate },
          ...{ ratio: estimate, verdict: z.enum(['faster', 'slower', 'equal', 'undecided']) },
        }),
      )
      .max(200),
    slower: z.array(z.looseObject({ arm: shown, workload: shown })).max(200),
  }),
});

const LEFT = 'comparison.json';

/** @param root folder of the package */
export const run = (argv: readonly string[], root: string): Promise<void> =>
  runCommand(
    actionCommand,
    async ({ values }) => {
      const { left = 'roundtrip-compared', 'dry-run': dry } = values;
      const file = values.event ?? process.env['GITHUB_EVENT_PATH'];
      if (file === undefined) throw new UsageError('--event: got none, expected a file');
      const {
        pull_request: pull,
        workflow_run: before,
        ...event
      } = await readJson(file, eventSchema);
      const { full_name: name } = event.repository;
      const github = dry ? undefined : GitHub.fromEnvironment(name);
      if (before !== undefined) {
        await commentOnLeft(left, before.head_sha, github);
        return 0;
      }
      if (pull === undefined) {
        throw new UsageError(`${file}: got neither, expected a pull_request or a workflow_run`);
      }
      const { number, base, head } = pull;
      const found = await compared(values, base.sha, root);
      if (found === undefined) return EXIT_INTERRUPTED;
      const summary = process.env['GITHUB_STEP_SUMMARY'] ?? '';
      if (summary !== '') await appendSummary(summary, found, labelOf(found));
      if (dry || (github !== undefined && head.repo?.full_name === name)) {
        await say(number, found, github);
      } else {
        await mkdir(left, { recursive: true });
        await writeFile(join(left, LEFT), JSON.stringify({ number, comparison: found }));
        console.error(`No comment may be written from here: the comparison is left in ${left}/.`);
      }
      return values['fail-on'] !== undefined && found.slower.length > 0 ? EXIT_FAILURE : 0;
    },
    argv,
  );

const labelOf = ({ study }: Pick<Comparison, 'study'>) => workloadNames(findStudy(study));

/** @returns undefined when it was interrupted */
async function compared(
  {
    folder = FOLDER,
    time = '60',
    margin = '5',
    'fail-on': failOn,
  }: Partial<Record<'folder' | 'time' | 'margin' | 'fail-on', string | undefined>>,
  base: string,
  root: string,
): Promise<Comparison | undefined> {
  const fails = failOn === undefined ? [] : ['--fail-on', failOn];
  const flags = ['--interleaved', base, '--system', folder, '--time', time, '--margin', margin];
  const args = readArgs(compareCommand, [kindOf(folder).study, ...flags, ...fails]);
  const options = args === 'help' ? undefined : readCompareOptions(args);
  if (options?.kind !== 'interleaved') throw new UsageError('expected a revision to compare with');
  const interrupt = catchInterrupt(() => process.stderr.write('Stopping …\n'));
  try {
    const { comparison, end } = await compareInterleaved(options, root, interrupt.signal);
    if (end.type === 'lost') throw new Error(`the other ends were lost: ${end.why}`);
    return end.type === 'cancelled' ? undefined : comparison;
  } finally {
    interrupt.release();
  }
}

/** Comments on what an earlier workflow left, unless its pull request has moved on. */
async function commentOnLeft(
  left: string,
  head: string,
  github: GitHub | undefined,
): Promise<void> {
  const file = join(left, LEFT);
  if (!existsSync(file)) {
    console.error(`Nothing was left in ${left}/: there is nothing to comment on.`);
    return;
  }
  const { number, comparison } = await readJson(file, leftSchema);
  const now = await github?.headOf(number);
  if (now !== undefined && now !== head) {
    throw new Error(`pull request ${number}: got ${now} as its newest commit, expected ${head}`);
  }
  // What of it is not shown was not read.
  await say(number, comparison as unknown as Comparison, github);
}

async function say(number: number, comparison: Comparison, github?: GitHub): Promise<void> {
  const text = comparisonMarkdown(comparison, labelOf(comparison));
  if (github === undefined) console.log(`Comment on pull request ${number}:\n\n${text}`);
  else await github.comment(number, text);
}
