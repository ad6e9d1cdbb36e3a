/** The whole measurement: a copy without additions, then one of each size. */
import { mkdir, mkdtemp } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildCopy, type BuildCost } from './build.ts';
import { generate } from './generate.ts';
import type { BenchBuildOptions } from './options.ts';
import { copySite, readTemplates, remove, resetCopy, writeContent } from './scratch.ts';
import { heaviestEntry, type PageWeight } from './weight.ts';

/** A build with entries added. */
export interface SizeCost extends BuildCost {
  /** Entries added to those the site has. */
  entries: number;
  /** Records added. */
  records: number;
  /** Size of those records, in MB (powers of 1000). */
  recordsMB: number;
  /** Time beyond that of the site without additions ÷ entries added, in s. */
  secondsPerEntry: number;
}

/** A figure with the most it may be. */
export interface Limit {
  name: string;
  value: number;
  /** `×`, `s` or `kB`. */
  unit: string;
  limit: number;
  within: boolean;
}

export interface BenchBuildResult {
  /** Entries the site has. */
  siteEntries: number;
  node: string;
  processors: number;
  seed: number;
  /** The site as it is. */
  base: BuildCost;
  sizes: SizeCost[];
  /** The heaviest page of an entry. */
  weight: PageWeight;
  limits: Limit[];
}

/** Most that the time for an entry may grow from one size to the largest. */
const GROWTH_LIMIT = 1.5;
/** Longest that a build of the largest size may take, in s. */
const TIME_LIMIT = 240;
/** Most that the page of an entry may weigh, in kB. */
const WEIGHT_LIMIT = 150;

/**
 * Builds at all sizes, one after another.
 *
 * @param say told of each step
 * @throws Error with what the build said when one fails
 */
export async function benchBuild(
  root: string,
  { sizes, seed }: BenchBuildOptions,
  say: (line: string) => void,
): Promise<BenchBuildResult> {
  const templates = await readTemplates(root);
  await mkdir(join(root, '.local'), { recursive: true });
  const scratch = await mkdtemp(join(root, '.local/bench-build-'));
  try {
    say(`The site as it is: ${templates.length} entries …`);
    await copySite(root, scratch);
    const base = await buildCopy(root, scratch);
    const costs: SizeCost[] = [];
    for (const entries of sizes) {
      say(`${entries} entries more …`);
      await resetCopy(root, scratch);
      const { records, recordBytes } = await writeContent(
        scratch,
        generate(templates, entries, seed),
      );
      const cost = await buildCopy(root, scratch);
      costs.push({
        ...{ entries, records, recordsMB: recordBytes / 1e6 },
        ...cost,
        secondsPerEntry: (cost.seconds - base.seconds) / entries,
      });
    }
    // Of the largest size: what lists entries has the most to list there.
    const weight = await heaviestEntry(join(scratch, 'dist'));
    return {
      siteEntries: templates.length,
      node: process.version,
      processors: availableParallelism(),
      seed,
      base,
      sizes: costs,
      weight,
      limits: limitsOf(costs, weight),
    };
  } finally {
    await remove(scratch);
  }
}

/** What is promised of the largest size, against the one before it, and of the page. */
export function limitsOf(
  sizes: ReadonlyArray<Pick<SizeCost, 'entries' | 'seconds' | 'secondsPerEntry'>>,
  weight: Pick<PageWeight, 'page' | 'totalKB'>,
): Limit[] {
  const [largest, before] = sizes.toReversed();
  const limit = (name: string, value: number, unit: string, most: number): Limit => ({
    ...{ name, value, unit, limit: most, within: value <= most },
  });
  return [
    ...(largest && before
      ? [
          limit(
            `time for an entry at ${largest.entries} ÷ at ${before.entries}`,
            largest.secondsPerEntry / before.secondsPerEntry,
            '×',
            GROWTH_LIMIT,
          ),
        ]
      : []),
    ...(largest
      ? [limit(`whole build at ${largest.entries}`, largest.seconds, 's', TIME_LIMIT)]
      : []),
    limit(`heaviest entry, ${weight.page}`, weight.totalKB, 'kB', WEIGHT_LIMIT),
  ];
}
