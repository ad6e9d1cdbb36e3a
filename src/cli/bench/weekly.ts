/**
 * `npm run bench -- weekly`: what became faster or slower between processes since the version that is
 * out.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workloadNames } from '../../report/words.ts';
import { findStudy } from '../../studies/index.ts';
import { appendSummary, comparisonText } from '../compare/comparison.ts';
import { decidedOf } from '../compare/decided.ts';
import { compareInterleaved } from '../compare/interleaved.ts';
import { studiesAt } from '../compare/worktree.ts';
import { readSeed } from '../measure/options.ts';
import { EXIT_FAILURE, runCommand, wholeNumber } from '../shared/args.ts';
import { catchInterrupt, EXIT_INTERRUPTED } from '../shared/interrupt.ts';

const STUDY = 'kkrpc-transports';
const WORKLOAD = 'echo';

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run bench -- weekly [flags]'],
      about: `Measures the calls of ${STUDY} at the commit in content/released.json and in this work tree, in
alternating turns of one run. Reports what is decided, and nothing of what is not; exit code 1 where
something is decided slower, by more than the margin. A released commit without the study is no failure.`,
      flags: {
        time: { value: '<seconds>', help: 'time to measure, 1 to 3000 (900)' },
        summary: { value: '<file>', help: 'append the table as Markdown ($GITHUB_STEP_SUMMARY)' },
        json: {
          help: 'one JSON document instead of the table; null where there is nothing to compare',
        },
      },
    },
    async ({ values }) => {
      const budgetMs = wholeNumber('--time', values.time ?? '900', 1, 3000) * 1000;
      const summary = values.summary ?? (process.env['GITHUB_STEP_SUMMARY'] || undefined);
      const root = process.cwd();
      const revision = await releasedCommit(root);
      if (!(await studiesAt(root, revision)).includes(STUDY)) {
        process.stderr.write(`The released commit ${revision} has no ${STUDY} to compare with.\n`);
        if (values.json) console.log('null');
        return 0;
      }
      const interrupt = catchInterrupt(() => process.stderr.write('Stopping …\n'));
      try {
        const { comparison, end } = await compareInterleaved(
          {
            ...{ revision, study: findStudy(STUDY), workloads: [WORKLOAD], arms: undefined },
            length: { rule: 'time', budgetMs },
            ...{ seed: readSeed(undefined), margin: undefined },
          },
          root,
          interrupt.signal,
        );
        if (end.type === 'cancelled') return EXIT_INTERRUPTED;
        const decided = decidedOf(comparison);
        const labelOf = workloadNames(findStudy(STUDY));
        console.log(
          values.json ? JSON.stringify(decided, undefined, 2) : comparisonText(decided, labelOf),
        );
        if (summary !== undefined) await appendSummary(summary, decided, labelOf);
        return end.type === 'lost' || decided.slower.length > 0 ? EXIT_FAILURE : 0;
      } finally {
        interrupt.release();
      }
    },
    argv,
  );

/** @throws Error where the file holds no commit */
async function releasedCommit(root: string): Promise<string> {
  const file = 'content/released.json';
  const { commit } = JSON.parse(await readFile(join(root, file), 'utf8')) as { commit?: unknown };
  if (typeof commit === 'string') return commit;
  throw new Error(`${file}: commit: got ${JSON.stringify(commit)}, expected the hash of a commit`);
}
