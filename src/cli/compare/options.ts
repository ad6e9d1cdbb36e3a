import type { Length } from '../../harness/plan/index.ts';
import { study as grpcStudy } from '../../studies/grpc-go-vs-lisp/study.ts';
import { studies } from '../../studies/index.ts';
import type { AnyStudy } from '../../studies/own-operations.ts';
import {
  type MeasureOptions,
  readLength,
  readSeed,
  readSelection,
  readStudy,
} from '../measure/options.ts';
import { type Args, oneOf, positiveNumber, refuseFlags, UsageError } from '../shared/args.ts';

/** Study of an interleaved comparison unless another is named. */
const STANDARD_STUDY = 'lumenize-vs-capnweb';
/** Time for turns and warm-up unless another is asked for, in s. */
const STANDARD_S = 60;

export const compareCommand = {
  usage: [
    'npm run compare -- <A.json> <B.json> [flags]',
    'npm run compare -- --interleaved <rev> [study] [flags]',
  ],
  about: `Says how many times A’s time B takes, arm by arm; or, interleaved, how many times the time of a
git revision this work tree takes. For the latter it starts the benches of both, or lets both start
their processes, and measures them in alternating turns in one run, which cancels what the machine
does meanwhile.
Two records hold whatever the machine did between them, so only an interleaved comparison
should fail a build. Studies: ${studies.map(({ id }) => id).join(', ')} (${STANDARD_STUDY}).`,
  positionals: true,
  flags: {
    margin: { value: '<percent>', help: 'what counts as equal (the study’s: 5)' },
    'fail-on': {
      value: 'slower',
      help: 'exit code 1 when an arm is decided slower, by more than the margin',
    },
    decided: { help: 'only what is decided faster or slower, and of how much nothing is' },
    json: { help: 'one JSON document instead of the table' },
    summary: { value: '<file>', help: 'append the table as Markdown ($GITHUB_STEP_SUMMARY)' },
    'across-settings': { help: 'compare two records although their settings differ' },
    'across-machines': {
      help: 'compare two records although machine, runtime or data centre differ',
    },
    interleaved: { value: '<rev>', help: 'compare this work tree to a git revision' },
    time: {
      value: '<seconds>',
      help: `interleaved: time to measure, 1 to 86400 (${STANDARD_S})`,
    },
    rounds: {
      value: '<number>',
      help: 'interleaved: so many rounds of every workload instead, 1 to 100000',
    },
    workloads: { value: '<a,b>', help: 'interleaved: only these workloads' },
    arms: { value: '<x,y>', help: 'interleaved: only these arms' },
    seed: { value: '<number>', help: 'interleaved: seed of the order (a random one)' },
    system: {
      value: '<folder>',
      help: 'interleaved: compare the contestant of a folder, at a revision of its own repository',
    },
  },
} as const;

export interface CompareOptions {
  /** Half-width of what counts as equal, as a fraction; undefined for the study's own. */
  margin: number | undefined;
  failOnSlower: boolean;
  /** Leaves out what is equal or undecided. */
  decided: boolean;
  json: boolean;
  summary: string | undefined;
}

export interface RecordsOptions extends CompareOptions {
  kind: 'records';
  files: readonly [string, string];
  allowed: readonly Allowance[];
}

export interface InterleavedOptions
  extends CompareOptions, Pick<MeasureOptions, 'study' | 'workloads' | 'arms' | 'seed'> {
  kind: 'interleaved';
  revision: string;
  /** Folder of a contestant that is compared in the place of this checkout’s systems. */
  folder: string | undefined;
  length: Exclude<Length, { rule: 'until-decided' }>;
}

const ONLY_INTERLEAVED = ['time', 'rounds', 'workloads', 'arms', 'seed', 'system'] as const;
const ONLY_RECORDS = ['across-settings', 'across-machines'] as const;
/** Flags that let a comparison go on in spite of a difference. */
export type Allowance = (typeof ONLY_RECORDS)[number];

/** @throws UsageError naming the value got and what was expected */
export function readCompareOptions({
  values,
  positionals,
}: Args<typeof compareCommand.flags>): RecordsOptions | InterleavedOptions {
  const { margin, 'fail-on': failOn, json, interleaved } = values;
  if (failOn !== undefined) oneOf('--fail-on', failOn, ['slower']);
  const common: CompareOptions = {
    margin: margin === undefined ? undefined : positiveNumber('--margin', margin, 1000) / 100,
    failOnSlower: failOn !== undefined,
    decided: values.decided,
    json,
    summary: values.summary ?? (process.env['GITHUB_STEP_SUMMARY'] || undefined),
  };
  if (interleaved === undefined) {
    refuseFlags(values, ONLY_INTERLEAVED, 'here, expected it with --interleaved only');
    const [first, second, ...rest] = positionals;
    if (first === undefined || second === undefined || rest.length > 0) {
      throw new UsageError(`records: got ${positionals.length}, expected two files`);
    }
    return {
      ...common,
      kind: 'records',
      files: [first, second],
      allowed: ONLY_RECORDS.filter((flag) => values[flag]),
    };
  }
  refuseFlags(values, ONLY_RECORDS, 'here, expected it with two records only');
  const folder = values.system;
  if (folder !== undefined)
    refuseFlags(values, ['arms'], 'with --system, expected none: it has its own');
  const study = readStudy(positionals.length === 0 ? [STANDARD_STUDY] : positionals);
  const objection = objectionTo(study, folder);
  if (objection !== undefined) {
    const known = studies
      .filter((each) => objectionTo(each, folder) === undefined)
      .map(({ id }) => id);
    throw new UsageError(`study: got "${study.id}", ${objection}: ${known.join(', ')}`);
  }
  return {
    ...common,
    kind: 'interleaved',
    revision: interleaved,
    folder,
    study,
    length: readLength(values) ?? { rule: 'time', budgetMs: STANDARD_S * 1000 },
    ...readSelection(study, values),
    seed: readSeed(values.seed),
  };
}

/** Why two revisions of a study cannot be measured at once; undefined where they can. */
function objectionTo({ id, place }: AnyStudy, folder?: string): string | undefined {
  if (place === 'page' && folder === undefined)
    return 'which runs in a page, expected one that runs without';
  return id === grpcStudy.id ? 'whose servers have no revision, expected one whose do' : undefined;
}
