import { UsageError, wholeNumber, type Args } from '../args.ts';

/** Most entries that a build is tried with. */
const MOST = 100_000;

export const benchBuildCommand = {
  usage: ['npm run bench:build -- [flags]'],
  about:
    'Builds the site with copies of its own entries and records, at several sizes, and reports\n' +
    'time, memory and the weight of an entry’s page. Nothing of the site itself is touched.',
  flags: {
    sizes: {
      type: 'string',
      value: '<numbers>',
      help: 'entries added, rising, with commas between (10,100,1000)',
    },
    seed: {
      type: 'string',
      value: '<number>',
      help: 'seed of the figures in the copies, 0 to 4294967295 (1)',
    },
    json: { type: 'boolean', help: 'one JSON document on stdout instead of tables' },
  },
} as const;

export interface BenchBuildOptions {
  /** Numbers of entries that are added to the site, rising. */
  sizes: readonly number[];
  /** 32-bit seed. */
  seed: number;
  json: boolean;
}

/** @throws UsageError naming the value got and what was expected */
export function readBenchBuildOptions({
  values,
  positionals,
}: Args<typeof benchBuildCommand.flags>): BenchBuildOptions {
  const [stray] = positionals;
  if (stray !== undefined) throw new UsageError(`got "${stray}", expected only flags`);
  const text = values.sizes ?? '10,100,1000';
  const sizes = text.split(',').map((size) => wholeNumber('--sizes', size.trim(), 1, MOST));
  if (sizes.some((size, index) => size <= (sizes[index - 1] ?? 0))) {
    throw new UsageError(`--sizes: got "${text}", expected numbers that rise`);
  }
  return {
    sizes,
    seed: wholeNumber('--seed', values.seed ?? '1', 0, 0xffffffff),
    json: values.json,
  };
}
