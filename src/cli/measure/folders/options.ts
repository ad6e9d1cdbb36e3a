/** The flags of `measure` with two named folders. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OUTSIDE_ID } from '../../../core/record/index.ts';
import { MARGIN } from '../../../core/statistics/index.ts';
import { study as grpcStudy } from '../../../libraries/studies/grpc-go-vs-lisp/study.ts';
import { ownOperations } from '../../../libraries/studies/own-operations.ts';
import { readSeed, refuseFlags, UsageError } from '../../shared/args.ts';
import type { MeasureArgs, MeasureOptions } from '../options.ts';
import { readLength, readSelection, readStudy } from '../read-options.ts';

/** Time for turns and warm-up unless another is asked for, in s. */
const STANDARD_S = 60;
/** The list of studies in a checkout of this project. */
export const STUDIES = 'src/libraries/studies/index.ts';
/** The study unless another is named. */
const STANDARD_STUDY = 'lumenize-vs-capnweb';

/** A folder by the name that `--system` gives it. */
export interface NamedFolder {
  name: string;
  folder: string;
}

export interface FoldersOptions extends Pick<MeasureOptions, 'study' | 'arms' | 'seed'> {
  /** Clients are libraries without a server. */
  kind: 'checkouts' | 'libraries' | 'clients';
  /** Value of `--workloads`: a folder may bring operations of its own, which are known once it is read. */
  workloads: string | undefined;
  /** The one that ratios are stated against first. */
  folders: readonly [base: NamedFolder, head: NamedFolder];
  budgetMs: number;
  /** Largest difference that counts as equal and does not fail, as a fraction; the study’s own unless given. */
  margin: number;
}

const TWO_FOLDERS = 'expected two folders with two names: --system base=../base --system head=.';

/** A folder by a name; undefined for one without a name. */
function readSystem(given: string): NamedFolder | undefined {
  const [, name = '', value = ''] = /^([^=]*)=(?!https?:)(.*)$/.exec(given) ?? [];
  if (name === '' && value === '') return undefined;
  const folder = resolve(value);
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (OUTSIDE_ID.test(name) && isFolder) return { name, folder };
  const expected = 'a name in small letters, digits and hyphens, and a folder that is there';
  throw new UsageError(`--system ${given}: got "${name}" and "${value}", expected ${expected}`);
}

/**
 * Reads the command line where `--system` names folders.
 *
 * @returns undefined where it names none
 */
export function readFolders({ values, positionals }: MeasureArgs): FoldersOptions | undefined {
  const { system } = values;
  const named = system.map(readSystem);
  if (named.every((each) => each === undefined)) {
    refuseFlags(values, ['client-only'], `by itself, ${TWO_FOLDERS}`);
    return undefined;
  }
  const [base, head, ...more] = named;
  if (!base || !head || more.length > 0 || base.name === head.name) {
    throw new UsageError(`--system: got "${system.join(' ')}", ${TWO_FOLDERS}`);
  }
  const other = ['server', 'origin', 'network', 'browser'] as const;
  refuseFlags(values, other, 'with two named folders, expected none');
  const isClientOnly = values['client-only'];
  const [kind, kindOfHead] = [base, head].map(({ folder }) =>
    existsSync(join(folder, STUDIES)) ? 'checkouts' : isClientOnly ? 'clients' : 'libraries',
  );
  if (kind === undefined || kind !== kindOfHead) {
    throw new UsageError(
      `--system: got a checkout of this project and a library of your own, expected two of a kind`,
    );
  }
  if (isClientOnly && (kind === 'checkouts' || positionals.length > 0)) {
    const got = kind === 'checkouts' ? 'two checkouts' : `the study "${positionals.join(' ')}"`;
    throw new UsageError(`--client-only: got ${got}, expected two folders with a client each`);
  }
  const study = isClientOnly
    ? ownOperations
    : readStudy(positionals.length === 0 ? [STANDARD_STUDY] : positionals);
  if ((study.place !== undefined && !isClientOnly) || study.id === grpcStudy.id) {
    throw new UsageError(`study: got "${study.id}" with two folders, expected one of a bench`);
  }
  const why = 'with two libraries, expected none: their own configurations are measured';
  refuseFlags(values, kind === 'checkouts' ? [] : ['arms'], why);
  return {
    kind,
    folders: [base, head],
    study,
    workloads: values.workloads,
    arms: readSelection(study, { arms: values.arms, workloads: undefined }).arms,
    budgetMs: readLength(values)?.budgetMs ?? STANDARD_S * 1000,
    seed: readSeed(values.seed),
    margin: readPercent(values['fail-if-slower']) ?? MARGIN,
  };
}

/** Reads `5%`. */
function readPercent(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const percent = /^\d+(\.\d+)?%$/.test(text) ? Number(text.slice(0, -1)) : NaN;
  if (percent > 0 && percent <= 1000) return percent / 100;
  throw new UsageError(`--fail-if-slower: got "${text}", expected a percentage such as 5%`);
}
