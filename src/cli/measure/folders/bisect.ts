/** The release of a library between which and the one before it a difference came, by halving. */
import type { Row } from '../../../results/result.ts';
import { formatWithInterval, type Quantity } from '../../../numbers/quantity.ts';
import { withPlainSpaces } from '../../../tables/text.ts';
import { say, UsageError } from '../../shared/args.ts';
import { comparisonOf, type documentOf } from './comparison.ts';
import type { FoldersOptions } from './options.ts';
import { type Release, releasesOf } from '../outside/release.ts';
import { runFolders } from './run.ts';

/** Two releases in one run, and what became of one configuration and operation. */
interface Step {
  base: string;
  head: string;
  /** How many times the base’s time the head takes. */
  ratio?: Quantity;
  verdict?: NonNullable<Row['verdict']>;
}

export interface Bisection {
  kind: 'bisect';
  system: string;
  arm: string;
  workload: string;
  steps: Step[];
  /** Neighbours whose difference is decided; absent where none is. */
  between?: [before: string, after: string];
}

/** Compares two releases. */
export type Compare = (base: string, head: string) => Promise<Step>;

/**
 * Halves the releases between the first and the last of a list until two neighbours are left, and compares these.
 * A release belongs to the side whose time it is nearer to, as a ratio. The answer rests on the neighbours alone:
 * two runs have to decide the same. One run calls identical releases different in up to 5 % of tries.
 *
 * @param releases in their order, two at least
 */
export async function halve(
  releases: readonly string[],
  compare: Compare,
): Promise<Pick<Bisection, 'steps' | 'between'>> {
  const [first = '', last = ''] = [releases[0], releases.at(-1)];
  const whole = await compare(first, last);
  const steps = [whole];
  if (!isDecided(whole)) return { steps };
  const half = Math.log(whole.ratio?.value ?? 1) / 2;
  let [low, high] = [0, releases.length - 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const step = await compare(first, releases[middle] ?? '');
    steps.push(step);
    const isLater = Math.log(step.ratio?.value ?? 1) / half > 1;
    if (isLater) high = middle;
    else low = middle;
  }
  const [before = '', after = ''] = [releases[low], releases[high]];
  const once = releases.length === 2 ? whole : await compare(before, after);
  if (once !== whole) steps.push(once);
  if (!isDecided(once)) return { steps };
  const again = await compare(before, after);
  steps.push(again);
  return { steps, ...(again.verdict === once.verdict && { between: [before, after] }) };
}

const isDecided = ({ verdict }: Step): boolean => verdict === 'slower' || verdict === 'faster';

/**
 * Finds the release in which an operation of a library became slower or faster.
 *
 * @param options of a run of one configuration and one operation, between the first release and the last
 * @throws UsageError where there are more of them, or the registry does not have the releases
 */
export async function bisect(
  options: FoldersOptions,
  root: string,
  signal: AbortSignal,
): Promise<Bisection> {
  const [from, to] = options.folders.map(({ name }) => name);
  const system = options.folders[0].release?.system ?? '';
  const all = await releasesOf(system);
  const releases = all.slice(all.indexOf(from ?? ''), all.indexOf(to ?? '') + 1);
  if (releases[0] !== from || releases.at(-1) !== to) {
    const known = all.join(', ');
    throw new UsageError(`--bisect: got ${from ?? ''}..${to ?? ''}, expected two of ${known}`);
  }
  const [[arm = '', moreArms], [workload = '', more]] = [
    options.arms ?? [],
    options.workloads ?? [],
  ];
  if (arm === '' || workload === '' || moreArms !== undefined || more !== undefined) {
    const expected = 'one of each, by --arms and --workloads';
    throw new UsageError(
      `--bisect: got several configurations or operations, expected ${expected}`,
    );
  }
  const compare: Compare = async (base, head) => {
    const side = (version: string) => {
      const release: Release = { system, version };
      return { name: version, folder: root, release };
    };
    const folders = [side(base), side(head)] as const;
    const found = await runFolders({ ...options, folders }, root, signal);
    if (!('record' in found) || found.compared === undefined)
      throw new Error('nothing was measured');
    const { document } = comparisonOf(found.record, found.end, found.compared, false);
    const [row] = (document as ReturnType<typeof documentOf>).rows;
    const { ratio, verdict } = row ?? {};
    const step = { base, head, ...(ratio && { ratio }), ...(verdict && { verdict }) };
    say(textOf(step));
    return step;
  };
  return { kind: 'bisect', system, arm, workload, ...(await halve(releases, compare)) };
}

const textOf = ({ base, head, ratio, verdict = 'undecided' }: Step): string =>
  withPlainSpaces(
    `${head} ÷ ${base}: ${ratio ? formatWithInterval(ratio) : 'nothing counted'}, ${verdict}`,
  );

/** The result in lines of text. */
export function bisectionText({ system, arm, workload, steps, between }: Bisection): string {
  const [before, after] = between ?? [];
  const found =
    after === undefined
      ? 'No difference between two neighbouring releases is decided in two runs.'
      : `The difference came with ${system} ${after}: ${before ?? ''} is the last release without it.`;
  return [`${arm}, ${workload}`, ...steps.map((step) => `  ${textOf(step)}`), '', found].join('\n');
}
