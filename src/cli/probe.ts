/** `npm run probe`: asks every system the questions of the capability matrix. */
import { resolve } from 'node:path';
import { allGroups } from '../probes/cli/groups.ts';
import { changesOf } from '../probes/compare.ts';
import { systemIds } from '../probes/kit/kit.ts';
import { RECORDED } from '../probes/recorded.ts';
import { oneOf, runCommand, UsageError } from './args.ts';
import { changesAsText, resultsAsText } from './probe/print.ts';
import { record, recordedIn } from './probe/record.ts';
import { jobsOf, runOnWorkerd } from './probe/run-all.ts';

const command = {
  usage: [
    'npm run probe',
    'npm run probe -- --system capnweb --probe values-map',
    'npm run probe -- --record',
  ],
  about: [
    'Starts the bench on workerd, runs the capability probes with the real clients, and compares',
    `the results with ${RECORDED}. The exit code is 1 when a result has changed.`,
  ].join('\n'),
  flags: {
    system: { type: 'string', value: '<id>', help: `one of ${systemIds.join(', ')}` },
    probe: { type: 'string', value: '<id>', help: 'one probe, such as values-map' },
    json: { type: 'boolean', help: 'one JSON document instead of the table' },
    recorded: {
      type: 'string',
      value: '<file>',
      help: `compares with this file instead of ${RECORDED}`,
    },
    record: { type: 'boolean', help: 'write the results as the recorded ones' },
  },
} as const;

await runCommand(command, async ({ values }) => {
  const ids = allGroups.flatMap(({ probes }) => probes.map(({ id }) => id));
  const system =
    values.system === undefined ? undefined : oneOf('--system', values.system, systemIds);
  const probe = values.probe === undefined ? undefined : oneOf('--probe', values.probe, ids);
  const complete = system === undefined && probe === undefined;
  if (values.record && !complete) {
    throw new UsageError('--record: got it with a choice, expected a run of everything');
  }
  const root = process.cwd();
  const recorded = await recordedIn(resolve(root, values.recorded ?? RECORDED));
  // The libraries write to the console what goes wrong; standard output is for the results.
  const say = console.log;
  const { warn, error, debug, info } = console;
  if (process.env['ROUNDTRIP_VERBOSE'] !== '1') {
    for (const name of ['log', 'warn', 'error', 'debug', 'info'] as const) {
      console[name] = () => undefined;
    }
  }
  const found = await runOnWorkerd(root, jobsOf(allGroups, { system, probe })).finally(() =>
    Object.assign(console, { log: say, warn, error, debug, info }),
  );
  console.log(values.json ? JSON.stringify(found, undefined, 2) : resultsAsText(found));
  if (values.record) {
    await record(root, found);
    console.error(`Recorded in ${RECORDED}.`);
    return 0;
  }
  const changes = changesOf(recorded?.results ?? [], found, complete);
  if (changes.length === 0) return 0;
  console.error(`\nNot as recorded:\n${changesAsText(changes)}`);
  return 1;
});
