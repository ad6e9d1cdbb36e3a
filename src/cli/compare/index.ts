/** `npm run compare`: two records, or this work tree and another revision in one run. */
import { workloadNames } from '../../report/words.ts';
import { findStudy } from '../../studies/index.ts';
import { EXIT_FAILURE, printable, runCommand } from '../shared/args.ts';
import { catchInterrupt, EXIT_INTERRUPTED } from '../shared/interrupt.ts';
import { appendSummary, comparisonText, type Comparison, decidedOf } from './comparison.ts';
import { compareInterleaved } from './interleaved.ts';
import {
  compareCommand,
  type CompareOptions,
  type InterleavedOptions,
  readCompareOptions,
  type RecordsOptions,
} from './options.ts';
import { compareRecords } from './records.ts';

/**
 * Compares, and prints what came out.
 *
 * @returns the exit code: 1 when the run was lost, or when something is decided slower and that
 *   was to fail; 130 when Ctrl-C ended it
 */
async function compareAndPrint(
  options: RecordsOptions | InterleavedOptions,
  root: string,
): Promise<number> {
  if (options.kind === 'records') return print(await compareRecords(options), options);
  const interrupt = catchInterrupt(() => process.stderr.write('Stopping …\n'));
  try {
    const { signal } = interrupt;
    const { comparison, end } = await compareInterleaved(options, root, signal);
    // Who stops a run at will chooses its verdicts: none are printed then.
    if (end.type === 'cancelled') return EXIT_INTERRUPTED;
    const code = await print(comparison, options);
    if (end.type !== 'lost') return code;
    process.stderr.write(`The other ends were lost: ${printable(end.why)}.\n`);
    return EXIT_FAILURE;
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    return EXIT_INTERRUPTED;
  } finally {
    interrupt.release();
  }
}

async function print(found: Comparison, options: CompareOptions): Promise<number> {
  const comparison = options.decided ? decidedOf(found) : found;
  const labelOf = workloadNames(findStudy(comparison.study));
  console.log(
    options.json
      ? JSON.stringify(comparison, undefined, 2)
      : printable(comparisonText(comparison, labelOf)),
  );
  if (options.summary !== undefined) await appendSummary(options.summary, comparison, labelOf);
  return options.failOnSlower && comparison.slower.length > 0 ? EXIT_FAILURE : 0;
}

export const run = (argv?: readonly string[]): Promise<void> =>
  runCommand(
    compareCommand,
    (args) => compareAndPrint(readCompareOptions(args), process.cwd()),
    argv,
  );

if (import.meta.main) await run();
