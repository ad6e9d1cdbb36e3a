/** `npm run bench -- probe`: asks every library what it can do. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { installed } from '../../wire/processes/child.ts';
import {
  findSystem,
  probedHere,
  probedSystems,
  versionsOf,
} from '../../libraries/systems/index.ts';
import { results } from '../../matrix/questions/outcome.ts';
import { askAll, type Job } from '../../matrix/questions/ask.ts';
import { allProbes, loadInNode } from '../../matrix/questions/groups.ts';
import {
  type Change,
  changesOf,
  readRecorded,
  type Recorded,
  RECORDED,
  type RecordedResult,
} from '../../matrix/questions/recorded.ts';
import {
  type FoundIssue,
  foundIssues,
  ISSUES,
  knownIssues,
} from '../../matrix/questions/known-issues.ts';
import { column, tableOf } from '../../results/tables/table.ts';
import { toText } from '../../results/tables/text.ts';
import { listOf, runCommand, UsageError } from '../shared/args.ts';
import { startBench } from '../shared/bench.ts';
import { readText } from '../shared/files.ts';
import { countOf } from '../../results/numbers/format.ts';

const missing = probedSystems.filter((id) => !probedHere.includes(id));

function resultsAsText(found: readonly RecordedResult[]): string {
  const columns = [
    column('text', 'Question', ({ probe }: RecordedResult) => probe),
    column('text', 'Library', ({ system }: RecordedResult) => system),
    column('text', 'Result', ({ result }: RecordedResult) => result),
    column('text', 'Seen', ({ detail }: RecordedResult) =>
      detail.replaceAll(/\s+/g, ' ').slice(0, 100),
    ),
  ];
  const table = tableOf(found, { caption: 'What each library can do', columns });
  const counts = results.map(
    (result) => `${found.filter((each) => each.result === result).length} ${result}`,
  );
  return [toText(table), '', `${countOf(found.length, 'result')}: ${counts.join(', ')}`].join('\n');
}

function changeAsText({ probe, system, was, is }: Change): string {
  const before = was === undefined ? 'not recorded' : `recorded as ${was}`;
  return `${probe} of ${system}: ${before}, now ${is ?? 'without a result'}`;
}

/** The table of issues; none where no report is about what was asked. */
function issuesAsText(issues: readonly FoundIssue[]): string[] {
  if (issues.length === 0) return [];
  const columns = [
    column('text', 'Known issue', ({ report }: FoundIssue) => report),
    column('text', 'Library', ({ system }: FoundIssue) => system),
    column('text', 'State', ({ state }: FoundIssue) => state),
    column('text', 'Question', ({ question = 'none: a study' }: FoundIssue) => question),
  ];
  return [toText(tableOf(issues, { caption: 'Known issues', columns }))];
}

const issueChangeAsText = ({ report, system, was, state }: FoundIssue): string =>
  `${report} of ${system}: recorded as ${was}, now ${state}`;

/** Writes answers, and keeps those that were not asked for anew. @param before absent where all were */
async function record(
  file: string,
  found: readonly RecordedResult[],
  before: Recorded | undefined,
): Promise<void> {
  const { workerd = '' } = installed(['workerd']);
  const asked = new Set(found.map(({ system }) => system));
  const answers = new Map(
    [...(before?.results ?? []), ...found].map((each) => [`${each.probe} ${each.system}`, each]),
  );
  const recorded: Recorded = {
    date: before?.date ?? new Date().toISOString().slice(0, 10),
    runtimes: before?.runtimes ?? [`Node ${process.versions.node}`, `workerd ${workerd}`],
    versions: Object.fromEntries(
      probedSystems.map((id) => [
        id,
        (asked.has(id) ? undefined : before?.versions[id]) ?? versionsOf(id),
      ]),
    ),
    results: allProbes.flatMap(({ id }) =>
      probedSystems.flatMap((system) => answers.get(`${id} ${system}`) ?? []),
    ),
  };
  await writeFile(file, `${JSON.stringify(recorded, undefined, 2)}\n`);
}

/** Runs probes against the bench of the checkout at `root`, on workerd itself. */
async function runOnWorkerd(root: string, jobs: readonly Job[]): Promise<RecordedResult[]> {
  const served = await startBench({ root, port: 0 });
  // A library that leaves a promise of its own unhandled must not end the run: what its users see
  // of that is what the probes look at.
  const ignore = () => undefined;
  process.on('unhandledRejection', ignore);
  // They write to the console what goes wrong; standard output is for the results.
  const { log, warn, error, debug, info } = console;
  const quiet = { log: ignore, warn: ignore, error: ignore, debug: ignore, info: ignore };
  if (process.env['ROUNDTRIP_VERBOSE'] !== '1') Object.assign(console, quiet);
  const broken: string[] = [];
  try {
    const found = await askAll(jobs, {
      origin: served.origin,
      loadInNode,
      onBroken: (_, { message }) => void broken.push(message),
    });
    if (broken.length === 0) return found;
    throw new Error(broken.join('\n'));
  } finally {
    Object.assign(console, { log, warn, error, debug, info });
    process.off('unhandledRejection', ignore);
    await served.stop();
  }
}

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: [
        'npm run bench -- probe',
        'npm run bench -- probe --system capnweb --probe values-map',
        'npm run bench -- probe --system capnweb --record',
      ],
      about: `Starts the bench on workerd, runs the capability probes with the real clients, and compares the
results with ${RECORDED}. The exit code is 1 when a result has changed.
Of each report in ${ISSUES} it says: still so, mended in our version, or not reproducible here.`,
      flags: {
        system: { value: '<ids>', help: `of ${probedHere.join(', ')}` },
        probe: { value: '<ids>', help: 'probes, such as values-map' },
        json: { help: 'one JSON document, of results and issues, instead of the tables' },
        recorded: { value: '<file>', help: `compares with this file instead of ${RECORDED}` },
        record: { help: 'write the results as the recorded ones; with a choice, only these' },
      },
    },
    async ({ values }) => {
      const ids = allProbes.map(({ id }) => id);
      const systems = listOf('--system', values.system ?? probedHere.join(), probedHere);
      const asked = listOf('--probe', values.probe ?? ids.join(), ids);
      const complete = values.system === undefined && values.probe === undefined;
      const jobs = allProbes
        .filter(({ id }) => asked.includes(id))
        .flatMap((probe) => systems.map((system) => ({ probe, system })));
      const packages = missing.map((id) => findSystem(id).needs).join(', ');
      if (values.record && complete && packages !== '') {
        const how =
          'content/docs/outside.mdx says how. Or record the answers of one: --system <id>';
        throw new UsageError(`--record: got no ${packages}, expected it to be installed: ${how}`);
      }
      const root = process.cwd();
      const file = resolve(root, values.recorded ?? RECORDED);
      const recorded = existsSync(file) ? readRecorded(await readText(file), file) : undefined;
      const before = recorded?.results.filter(({ system: id }) => probedHere.includes(id)) ?? [];
      const { issues: known } = knownIssues();
      const found = await runOnWorkerd(root, jobs);
      const issues = foundIssues(known, before, found, complete);
      if (values.json) console.log(JSON.stringify({ results: found, issues }, undefined, 2));
      else console.log([resultsAsText(found), ...issuesAsText(issues)].join('\n\n'));
      if (values.record) {
        await record(file, found, complete ? undefined : recorded);
        console.error(`Recorded in ${values.recorded ?? RECORDED}.`);
        return 0;
      }
      const changes = changesOf(before, found, complete);
      if (complete && packages !== '') console.error(`Left out: ${packages} is not installed.`);
      if (changes.length === 0) return 0;
      const changed = issues.filter(({ was }) => was !== undefined).map(issueChangeAsText);
      const lines = [...changes.map(changeAsText), ...changed];
      console.error(`\nNot as recorded:\n${lines.join('\n')}`);
      return 1;
    },
    argv,
  );
