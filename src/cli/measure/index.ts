/** `npm run measure`: takes a run from the command line, with the code that the page runs. */
import { writeRecord } from '../../harness/record/index.ts';
import { tableOf } from '../../tables/table.ts';
import { toText } from '../../tables/text.ts';
import type { AnyStudy } from '../../studies/any-study.ts';
import {
  type Args,
  EXIT_FAILURE,
  printable,
  refuseFlags,
  runCommand,
  say,
} from '../shared/args.ts';
import { catchInterrupt, EXIT_INTERRUPTED } from '../shared/process-end.ts';
import {
  type Comparison,
  comparisonDocument,
  comparisonOf,
  rowText,
} from './folders/comparison.ts';
import { measureElsewhere } from './measuring.ts';
import { measureCommand, type Values } from './options.ts';
import { expectWritable, writeToStdout, writeWhole } from './output.ts';
import { readStudy } from './read-options.ts';
import { documentOf, nothingCounted, type Report, reportOf } from './report.ts';
import type { Measured } from './run.ts';
import { reportText } from './text.ts';

/**
 * Takes a run and prints what it found.
 *
 * @param argv the arguments as they were given
 * @param root the checkout whose code measures
 * @returns the exit code: 0 for a run that came to its end, 1 for one that was lost, in which nothing
 *   counted or nothing of a contestant from outside, or that found what `--fail-if-slower` refuses, 130 for
 *   one that Ctrl-C ended
 * @throws UsageError or Error when the run cannot start
 */
async function measure(
  { values, positionals }: Args<typeof measureCommand.flags>,
  argv: readonly string[],
  root: string,
): Promise<number> {
  const { list, json, html, out } = values;
  if (list) return listStudy(readStudy(positionals));
  const one = 'with --out -, expected only one of them on stdout';
  if (out === '-') refuseFlags(values, ['json'], one);
  else if (out !== undefined) await expectWritable('--out', out);
  if (html !== undefined) await expectWritable('--html', html);
  using interrupt = catchInterrupt(() => say('Stopping: what is complete is kept …'));
  try {
    const measured = await measureElsewhere({ argv, root }, interrupt.signal);
    if ('record' in measured) return await putAll(measured, values);
    const { base, head, study } = measured;
    const nothing = { base, head, studies: [], notices: [], rows: [], slower: [] };
    if (json) console.log(JSON.stringify({ kind: 'folders', ...nothing }, undefined, 2));
    say(
      `No configuration of ${study} differs between ${base.name} and ${head.name}: nothing was measured. ` +
        'Name some with --arms to measure them all the same.',
    );
    return 0;
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    say('Stopped before a session was done: there is no record.');
    return EXIT_INTERRUPTED;
  }
}

/** Prints the configurations and workloads that a study has. */
function listStudy({ arms, workloads, title }: AnyStudy): number {
  type Listed = { id: string; label: string; optional?: true };
  const tableFor = (caption: string, items: readonly Listed[]) =>
    toText(
      tableOf(items, {
        caption,
        columns: [
          { id: 'id', label: 'Id', kind: 'text', of: ({ id }) => id },
          { id: 'name', label: 'Name', kind: 'text', of: ({ label }) => label },
          {
            id: 'usual',
            label: 'Usual',
            kind: 'text',
            of: ({ optional }) => (optional ? '' : 'yes'),
          },
        ],
      }),
    );
  console.log(`${tableFor(`${title}: --arms`, arms)}\n\n${tableFor('--workloads', workloads)}`);
  return 0;
}

/** Prints the tables or the document, then writes files, and says how the run ended. */
async function putAll(measured: Measured, { out, html, json, ...rest }: Values): Promise<number> {
  const { record, end, compared } = measured;
  const comparison = compared && comparisonOf(record, end, compared);
  const report: Report = comparison ?? reportOf(record, end);
  const { result, obstacles, summary } = report;
  const counted = result.rows.reduce((sum, row) => sum + row.counted, 0);
  const failures = comparison === undefined ? nothingCounted(result) : failuresOf(comparison, rest);
  const ok = end.kind === 'complete' && counted > 0 && failures.length === 0;
  // A reader who stops a comparison when its numbers please would choose the verdicts.
  const isShown = counted > 0 && !(comparison !== undefined && end.kind === 'cancelled');
  if (json && isShown) {
    const document = comparison ? comparisonDocument(comparison) : documentOf(report, ok);
    console.log(JSON.stringify(document, undefined, 2));
  } else if (isShown) (out === '-' ? say : console.log)(printable(reportText(report)));
  if (out !== undefined && record.sessions.length > 0) {
    if (out === '-') await writeToStdout(writeRecord(record));
    else await writeWhole('--out', out, writeRecord(record));
    const what = record.partial === true ? 'Partial record' : 'Record';
    say(`${what} written to ${out === '-' ? 'stdout' : out}.`);
    if (obstacles.length > 0) say(`It cannot be published: ${obstacles.join('; ')}.`);
  }
  if (html !== undefined && isShown) {
    const { pageOf } = await import('./html.ts');
    await writeWhole('--html', html, pageOf(report));
    say(`Page written to ${html}.`);
  }

  if (end.kind !== 'complete') say(summary);
  if (end.kind === 'lost' && end.failure?.kind === 'refused') {
    say('Take the run again then, or without --origin: on your own machine nobody is limited.');
  }
  if (end.kind === 'cancelled') return EXIT_INTERRUPTED;
  for (const line of failures) say(line);
  if (counted === 0) {
    const reasons = new Set(result.discarded.map(({ detail, reason }) => detail ?? reason));
    say(`No turn counted: ${[...reasons].slice(0, 3).join('; ')}.`);
  }
  return ok ? 0 : EXIT_FAILURE;
}

/** The rows of which nothing counted, and those that are slower than is allowed, each in a sentence. */
function failuresOf(comparison: Comparison, values: Pick<Values, 'fail-if-slower'>): string[] {
  const { rows, slower } = comparison;
  const lost = rows.filter(({ ratio }) => ratio === undefined);
  const failing = values['fail-if-slower'] === undefined ? [] : slower;
  return [
    ...lost.map(({ label, workload }) => `Nothing counted of ${label} in ${workload}.`),
    ...failing.map((row) => `Slower: ${rowText(comparison, row)}.`),
  ];
}

/** @param root the checkout, or the folder of the package, whose code measures */
export const run = (
  argv: readonly string[] = process.argv.slice(2),
  root = process.cwd(),
): Promise<void> => runCommand(measureCommand, (args) => measure(args, argv, root), argv);

if (import.meta.main) await run();
