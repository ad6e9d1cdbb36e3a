import { study } from '../../studies/lumenize-vs-capnweb/study.ts';
import { listOf, UsageError, type Args } from '../args.ts';
import { readRounds, readSelection } from '../measure/options.ts';

/** What measures: Node itself, or the page in headless Chromium. */
export const clients = ['node', 'chromium'] as const;
export type Client = (typeof clients)[number];

const USUAL = 'get-1000,burst';

export const benchArmsCommand = {
  usage: ['npm run bench:arms -- [flags]'],
  about: `Measures all arms of ${study.id} on workerd, one run from each client, and sets their ratios
beside what is to be reached. Ctrl-C ends it; what is complete of the run is dropped.`,
  flags: {
    workloads: { type: 'string', value: '<a,b>', help: `these workloads, or all (${USUAL})` },
    arms: {
      type: 'string',
      value: '<x,y>',
      help: 'these arms (all); floor, reference and twin run anyway',
    },
    clients: { type: 'string', value: '<a,b>', help: `${clients.join(' or ')} (both)` },
    rounds: { type: 'string', value: '<number>', help: 'rounds of each run, 1 to 1000 (15)' },
    out: {
      type: 'string',
      value: '<folder>',
      help: 'keep the records there, one file for each client, for publish-entry',
    },
    json: {
      type: 'boolean',
      help: 'one JSON document: client, workload, arm, against, ratio, low, high of each ratio',
    },
    'allow-dirty': {
      type: 'boolean',
      help: 'write records although the work tree differs from its commit',
    },
  },
} as const;

/** What was asked of `bench:arms`. */
export interface BenchArmsOptions {
  workloads: readonly string[];
  arms: readonly string[];
  clients: readonly Client[];
  rounds: number;
  /** Folder for the records; undefined for none. */
  out: string | undefined;
  json: boolean;
  allowDirty: boolean;
}

/** @throws UsageError naming the value got and what was expected */
export function readBenchArmsOptions({
  values,
  positionals,
}: Args<typeof benchArmsCommand.flags>): BenchArmsOptions {
  const [stray] = positionals;
  if (stray !== undefined) throw new UsageError(`got "${stray}", expected only flags`);
  const selection = readSelection(study, {
    workloads: values.workloads ?? USUAL,
    arms: values.arms ?? 'all',
  });
  const named =
    values.clients === undefined ? clients : listOf('--clients', values.clients, clients);
  return {
    workloads: selection.workloads ?? [],
    arms: selection.arms ?? [],
    clients: clients.filter((client) => named.includes(client)),
    rounds: readRounds(values.rounds),
    out: values.out,
    json: values.json,
    allowDirty: values['allow-dirty'],
  };
}
