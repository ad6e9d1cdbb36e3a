import { UsageError, wholeNumber, type Args } from './args.ts';

export const calibrateCommand = {
  usage: ['npm run calibrate -- [flags]'],
  about: 'Simulates runs whose truth is known and counts how often the statistics get it right.',
  flags: {
    runs: {
      type: 'string',
      value: '<number>',
      help: 'simulated runs in each scenario, 1 to 1000000 (2000)',
    },
    seed: {
      type: 'string',
      value: '<number>',
      help: 'seed of the simulation, 0 to 4294967295 (1)',
    },
    json: { type: 'boolean', help: 'one JSON document on stdout instead of a table' },
  },
} as const;

export interface CalibrateOptions {
  /** Simulated runs in each scenario. */
  runs: number;
  /** 32-bit seed. */
  seed: number;
  json: boolean;
}

/** @throws UsageError naming the value got and what was expected */
export function readCalibrateOptions({
  values,
  positionals,
}: Args<typeof calibrateCommand.flags>): CalibrateOptions {
  const [stray] = positionals;
  if (stray !== undefined) throw new UsageError(`got "${stray}", expected only flags`);
  return {
    runs: wholeNumber('--runs', values.runs ?? '2000', 1, 1_000_000),
    seed: wholeNumber('--seed', values.seed ?? '1', 0, 0xffffffff),
    json: values.json,
  };
}
