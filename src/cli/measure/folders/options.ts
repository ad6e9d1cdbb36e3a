/** The flags of `measure` with two named folders. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Length } from '../../../harness/plan/index.ts';
import { OUTSIDE_ID } from '../../../harness/record/index.ts';
import { study as grpcStudy } from '../../../studies/grpc-go-vs-lisp/study.ts';
import { studies } from '../../../studies/index.ts';
import type { AnyStudy } from '../../../studies/any-study.ts';
import { kindOf } from '../outside/kinds.ts';
import { type Args, oneOf, refuseFlags, UsageError } from '../../shared/args.ts';
import { type measureCommand, readLength, readSeed, readSelection, readStudy } from '../options.ts';
import { isCheckout, type NamedFolder, type TwoFolders } from './sides.ts';

type Values = Args<typeof measureCommand.flags>['values'];

/** Time for turns and warm-up of each study unless another is asked for, in s. */
const STANDARD_S = 60;
export const EXAMPLE = '--system base=../base --system head=.';

export interface FoldersOptions {
  kind: 'checkouts' | 'contestants';
  folders: TwoFolders;
  /** The one that is named; of two checkouts undefined for each that has an arm that changed. */
  study: AnyStudy | undefined;
  /** Ids of the arms that are named; undefined for those that changed. */
  arms: readonly string[] | undefined;
  workloads: readonly string[] | undefined;
  length: Exclude<Length, { rule: 'until-decided' }>;
  seed: number;
  /** What a slowdown has to exceed to fail, and what counts as equal, as a fraction. */
  failIfSlower: number | undefined;
  out: string | undefined;
  json: boolean;
}

/** What one `--system` names. */
function readSystem(given: string): NamedFolder | undefined {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/.exec(given) ?? [];
  if (!given.includes('=') || /^https?:/.test(value)) return undefined;
  if (!OUTSIDE_ID.test(name)) {
    throw new UsageError(
      `--system ${given}: got "${name}" before the =, expected a name in small letters, digits and ` +
        `hyphens, or a folder with the address of what serves it: ../folder=https://example.org`,
    );
  }
  const folder = resolve(value);
  if (value === '' || statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new UsageError(`--system ${given}: got no folder "${value}", expected one that is there`);
  }
  return { name, folder };
}

/**
 * Reads the command line where `--system` names folders.
 *
 * @returns undefined where it names none
 * @throws UsageError naming the value got and what was expected
 */
export function readFolders({
  values,
  positionals,
}: Args<typeof measureCommand.flags>): FoldersOptions | undefined {
  const { system, reference } = values;
  const named = system.map(readSystem);
  const two = named.filter((each) => each !== undefined);
  if (two.length === 0) {
    const why = `here, expected it with two named folders: ${EXAMPLE}`;
    refuseFlags(values, ['reference', 'fail-if-slower'], why);
    return undefined;
  }
  const [first, second] = two;
  if (named.length !== 2 || first === undefined || second === undefined) {
    throw new UsageError(`--system: got "${system.join(' ')}", expected two names: ${EXAMPLE}`);
  }
  if (first.name === second.name) {
    throw new UsageError(`--system: got the name "${first.name}" twice, expected two names`);
  }
  const other = ['server', 'origin', 'setting', 'network', 'browser', 'html'] as const;
  const more = ['allow-dirty', 'allow-stale'] as const;
  refuseFlags(values, [...other, ...more], 'with two named folders, expected none');
  if (values.out === '-') {
    refuseFlags(values, ['json'], 'with --out -, expected only one of them on stdout');
  }
  const base = reference === undefined ? first.name : readName(reference, first, second);
  const folders: TwoFolders = base === first.name ? [first, second] : [second, first];
  const kind = isCheckout(first.folder) ? 'checkouts' : 'contestants';
  if (isCheckout(second.folder) !== (kind === 'checkouts')) {
    throw new UsageError(
      `--system: got a checkout of this project and a library of your own, expected two of a kind`,
    );
  }
  return {
    ...{ kind, folders, ...readRun(values, positionals, kind, folders) },
    length: readLength(values) ?? { rule: 'time', budgetMs: STANDARD_S * 1000 },
    seed: readSeed(values.seed),
    failIfSlower: readPercent(values['fail-if-slower']),
    ...{ out: values.out, json: values.json },
  };
}

const readName = (text: string, ...folders: readonly NamedFolder[]): string =>
  oneOf(
    '--reference',
    text,
    folders.map(({ name }) => name),
  );

/** The study, and what of it is measured. */
function readRun(
  values: Values,
  positionals: readonly string[],
  kind: FoldersOptions['kind'],
  [base, head]: TwoFolders,
): Pick<FoldersOptions, 'study' | 'arms' | 'workloads'> {
  if (kind === 'contestants') {
    refuseFlags(
      values,
      ['arms'],
      'with two libraries, expected none: their own configurations are measured',
    );
    const [one, two] = [kindOf(base.folder).study, kindOf(head.folder).study];
    if (one !== two) {
      throw new UsageError(`--system: got libraries for ${one} and ${two}, expected one study`);
    }
    const study = readStudy(positionals.length === 0 ? [one] : positionals);
    return { study, ...readSelection(study, values) };
  }
  if (positionals.length === 0) {
    const why = 'without a study, expected one: what is called so depends on it';
    refuseFlags(values, ['arms', 'workloads'], why);
    return { study: undefined, arms: undefined, workloads: undefined };
  }
  const study = readStudy(positionals);
  if (!hasTwoSides(study)) {
    const known = studies.filter(hasTwoSides).map(({ id }) => id);
    const why = 'which cannot be measured of two checkouts, expected one of';
    throw new UsageError(`study: got "${study.id}", ${why} ${known.join(', ')}`);
  }
  return { study, ...readSelection(study, values) };
}

/** Whether a study can be measured of two checkouts at once: of a page and of gRPC servers it cannot. */
export const hasTwoSides = ({ id, place }: AnyStudy): boolean =>
  place !== 'page' && id !== grpcStudy.id;

/** Reads `5%`. */
function readPercent(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const percent = /^\d+(\.\d+)?%$/.test(text) ? Number(text.slice(0, -1)) : NaN;
  if (percent > 0 && percent <= 1000) return percent / 100;
  throw new UsageError(`--fail-if-slower: got "${text}", expected a percentage such as 5%`);
}
