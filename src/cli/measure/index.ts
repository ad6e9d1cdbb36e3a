/** `npm run measure`: takes a run from the command line, with the code that the page runs. */
import { appendFile } from 'node:fs/promises';
import { writeRecord } from '../../core/record/index.ts';
import { column, tableOf } from '../../results/tables/table.ts';
import { toText } from '../../results/tables/text.ts';
import type { AnyStudy } from '../../libraries/studies/study-types.ts';
import { EXIT_FAILURE, printable, refuseFlags, runCommand, say } from '../shared/args.ts';
import { expectWritable, writeWhole } from '../shared/files.ts';
import { bypassLoopback } from '../shared/network/environment-proxy.ts';
import { catchInterrupt, EXIT_INTERRUPTED } from '../shared/process-end.ts';
import { comparisonOf, documentOf } from './folders/comparison.ts';
import {
  readFolders,
  type MeasureArgs,
  measureCommand,
  readCommand,
  readStudy,
} from './options.ts';
import { runFolders } from './folders/run.ts';
import { guardProcess, namesFolder, supervise } from './outside/foreign-code.ts';
import { reportText, summaryText, reportOf } from './report.ts';
import { runStudy } from './run.ts';
import type { Measured } from './node-run.ts';

/** Exit code of a comparison that was too noisy for what `--fail-if-slower` asks. */
const EXIT_UNDECIDED = 3;

/**
 * Takes a run and prints what it found.
 *
 * @returns the exit code: 0 for a run that came to its end, 1 for one that was lost, in which nothing
 *   counted or nothing of a library from outside, or that found what `--fail-if-slower` refuses, 3 for one that
 *   could not tell, 130 for one that Ctrl-C ended
 */
async function measure(args: MeasureArgs, root: string): Promise<number> {
  const { list, out } = args.values;
  if (list) return listStudy(readStudy(args.positionals), args.values.json);
  const one = 'with --out -, expected only one of them on stdout';
  if (out === '-') refuseFlags(args.values, ['json'], one);
  else if (out !== undefined) await expectWritable('--out', out);
  const folders = readFolders(args);
  using guard = guardProcess();
  using interrupt = catchInterrupt(() => say('Stopping: what is complete is kept …'));
  bypassLoopback();
  try {
    const measured =
      folders === undefined
        ? await runStudy(await readCommand(args, root), root, interrupt.signal)
        : await runFolders(folders, root, interrupt.signal);
    if ('record' in measured) return await putAll(measured, args.values, guard.print);
    if (args.values.json) await guard.print(`${JSON.stringify(documentOf(measured))}\n`);
    const { study, base, head } = measured;
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

function listStudy({ id: study, arms, workloads, title }: AnyStudy, json: boolean): number {
  type Listed = { id: string; label: string; optional?: true };
  if (json) {
    const listed = ({ id, label, optional }: Listed) => ({ id, label, usual: !optional });
    const document = { study, title, arms: arms.map(listed), workloads: workloads.map(listed) };
    console.log(JSON.stringify(document, undefined, 2));
    return 0;
  }
  const columns = [
    column('text', 'Id', ({ id }: Listed) => id),
    column('text', 'Name', ({ label }: Listed) => label),
    column('text', 'Usual', ({ optional }: Listed) => (optional ? '' : 'yes')),
  ];
  const ofArms = tableOf(arms, { caption: `${title}: --arms`, columns });
  const ofWorkloads = tableOf(workloads, { caption: '--workloads', columns });
  console.log(`${toText(ofArms)}\n\n${toText(ofWorkloads)}`);
  return 0;
}

/** Prints the tables or the document, then writes files, and says how the run ended. */
async function putAll(
  { record, end, folders }: Measured,
  { out, json, ...rest }: MeasureArgs['values'],
  print: (text: string) => Promise<void>,
): Promise<number> {
  const report =
    folders === undefined
      ? reportOf(record, end)
      : comparisonOf(record, end, folders, rest['fail-if-slower'] !== undefined);
  const { failures, unseen } = report;
  const isRun = record.sessions.length > 0;
  const text = `${printable(reportText(report))}\n`;
  if (json) await print(`${JSON.stringify(report.document, undefined, 2)}\n`);
  else if (out === '-') process.stderr.write(text);
  else await print(text);
  if (out !== undefined && isRun) {
    if (out === '-') await print(writeRecord(record));
    else await writeWhole('--out', out, writeRecord(record));
    const what = record.partial === true ? 'Partial record' : 'Record';
    say(`${what} written to ${out === '-' ? 'stdout' : out}.`);
  }
  const { GITHUB_STEP_SUMMARY: steps } = process.env;
  if (steps) await appendFile(steps, summaryText(report));
  if (end.kind !== 'complete') say(report.summary);
  if (end.kind === 'cancelled') return EXIT_INTERRUPTED;
  if (end.kind === 'lost' && end.failure?.kind === 'refused') {
    say('Take the run again then, or without --origin: on your own machine nobody is limited.');
  }
  for (const line of [...failures, ...unseen]) say(line);
  if (end.kind !== 'complete' || failures.length > 0) return EXIT_FAILURE;
  if (unseen.length === 0) return 0;
  say('A longer run sees more: --time <seconds>.');
  return EXIT_UNDECIDED;
}

export const run = (
  argv: readonly string[] = process.argv.slice(2),
  root = process.cwd(),
): Promise<void> => runCommand(measureCommand, (args) => measure(args, root), argv);

if (import.meta.main) {
  if (namesFolder(process.argv)) await supervise();
  await run();
  // An interval that a library left running would keep the command alive.
  process.exit();
}
