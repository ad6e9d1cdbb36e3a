import { parseArgs } from 'node:util';

/** A command line that cannot be understood. The message says what was got and what is known. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export interface CalibrateFlags {
  /** Simulated runs in each scenario. */
  runs: number;
  /** 32-bit seed. */
  seed: number;
  json: boolean;
  help: boolean;
}

const options = {
  runs: { type: 'string', default: '2000' },
  seed: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export const usage = `Usage: npm run calibrate -- [flags]

Simulates runs whose truth is known and counts how often the statistics get it right.

  --runs <number>  simulated runs in each scenario, from 1 to 1000000 (2000)
  --seed <number>  seed of the simulation, from 0 to 4294967295 (1)
  --json           one JSON document on stdout instead of a table
  --help           this text`;

/** @throws UsageError */
export function parseFlags(args: readonly string[]): CalibrateFlags {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional') {
      throw new UsageError(`got "${token.value}", expected only flags`);
    }
    if (token.kind === 'option' && !(token.name in options)) {
      const known = nearest(token.name, Object.keys(options));
      throw new UsageError(`unknown flag ${token.rawName}; the nearest known one is --${known}`);
    }
  }
  let values;
  try {
    ({ values } = parseArgs({ args: [...args], options, strict: true }));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
  return {
    runs: wholeNumber('--runs', values.runs, 1, 1_000_000),
    seed: wholeNumber('--seed', values.seed, 0, 0xffffffff),
    json: values.json,
    help: values.help,
  };
}

function wholeNumber(flag: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new UsageError(
      `${flag}: got "${text}", expected a whole number from ${least} to ${most}`,
    );
  }
  return value;
}

function nearest(word: string, known: readonly string[]): string {
  const byDistance = known.toSorted((a, b) => editDistance(word, a) - editDistance(word, b));
  return byDistance[0] ?? '';
}

/** Fewest insertions, deletions and replacements of a character that turn one word into another. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [at, other] of [...to].entries()) {
      const replaced = (row[at] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
