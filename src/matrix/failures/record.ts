/** The record of a run of failures: every trial as it went; and the result that pages show. */
import { median } from 'simple-statistics';
import { z } from 'zod';
import {
  machineFields,
  ms,
  name,
  newestResult,
  readOwnRecord,
  runFields,
  writeByLines,
} from '../own-record.ts';
import { failures } from './cases.ts';

/** Name of the command, and folder of its records in `content/records` and of their results in `content/results`. */
export const FAILURES = 'failures';

/** How a call ended, in ms after the failure; `never` is not within the limit. */
const settledSchema = z.discriminatedUnion('how', [
  z.strictObject({ how: z.literal('resolved'), ms }),
  z.strictObject({ how: z.literal('rejected'), ms, message: z.string() }),
  z.strictObject({ how: z.literal('never') }),
]);
export type Settled = z.infer<typeof settledSchema>;

/** The fate of messages that were published after the failure. */
const subscriptionStates = ['delivers', 'lost-told', 'lost-silent', 'none'] as const;

const trialSchema = z.strictObject({
  configuration: name,
  failure: name,
  repeat: z.int().min(0),
  /** The call that waited for its answer when the connection failed. Once later calls worked, the server answered it. */
  pending: settledSchema,
  /** The call that was made right after the failure and counts. */
  counting: settledSchema,
  /** When the library’s loss handler was called; absent if it was not, or there is none. */
  toldMs: ms.optional(),
  /** When the WebSocket itself reported its end. */
  closedMs: ms.optional(),
  /** When the library opened another socket by itself. */
  reopenedMs: ms.optional(),
  /** When a later small call was first rejected. */
  refusedMs: ms.optional(),
  /** When a small call of the same client worked; absent if none did within the limit. */
  worksMs: ms.optional(),
  /** Time of a new client to connect and call, if the old one never worked again; null: not within 10 s. */
  newClientMs: ms.nullable().optional(),
  /** How often the counting call was run. */
  runs: z.int().min(0),
  subscription: z.enum(subscriptionStates),
});
export type Trial = z.infer<typeof trialSchema>;

const recordSchema = z
  .strictObject({
    schema: z.literal(1),
    kind: z.literal(FAILURES),
    ...runFields,
    limitMs: z.number().positive(),
    ...machineFields,
    configurations: z.array(name).min(1),
    failures: z.array(name).min(1),
    /** Trials that could not be made, with the reason. */
    errors: z.array(z.strictObject({ configuration: name, failure: name, message: name })),
    trials: z.array(trialSchema),
  })
  .superRefine(({ configurations, failures, trials }, context) => {
    for (const [index, { configuration, failure }] of trials.entries()) {
      const wrong = !configurations.includes(configuration)
        ? `configuration "${configuration}", expected one of ${configurations.join(', ')}`
        : `failure "${failure}", expected one of ${failures.join(', ')}`;
      if (configurations.includes(configuration) && failures.includes(failure)) continue;
      context.addIssue({ code: 'custom', message: `got the ${wrong}`, path: ['trials', index] });
    }
  });
export type FailureRecord = z.infer<typeof recordSchema>;

/** @throws Error naming the file, and each field with what was got and expected */
export const readFailures = (text: string, file: string): FailureRecord =>
  readOwnRecord(recordSchema, FAILURES, text, file);

export const writeFailures = ({ trials, ...head }: FailureRecord): string =>
  writeByLines(head, { trials });

// The result, as the files in content/results/failures have it.

/** Times of all trials, in ms after the failure. `null` stands for never within the limit. */
export interface Times {
  median: number | null;
  worst: number | null;
  /** Trials in which it did not happen. */
  never: number;
}

/** How a call ended, by the number of trials. */
export interface Endings extends Times {
  resolved: number;
  rejected: number;
  /** The most frequent error. */
  message?: string;
}

/** All trials of one failure with one configuration. */
export interface FailureSummary {
  configuration: string;
  failure: string;
  trials: number;
  /** The first sign of the loss that a program gets: a rejected call, the loss handler, the socket’s end or another socket. */
  noticed: Times;
  pending: Endings;
  counting: Endings;
  /** When a call of the same client worked. */
  works: Times;
  /** Trials in which only a new client worked. */
  newClient: number;
  /** Trials by how often the call at the moment of the failure was run. */
  runs: Record<'none' | 'once' | 'more', number>;
  subscription: Partial<Record<(typeof subscriptionStates)[number], number>>;
}

export interface FailureResult extends Omit<FailureRecord, 'trials'> {
  /** Trials that do not count, because their client had lost its connection before. */
  leftOut: number;
  rows: FailureSummary[];
}

function timesOf(all: ReadonlyArray<number | undefined>): Times {
  const times = all.map((each) => each ?? Infinity);
  const shown = (value: number) => (Number.isFinite(value) ? Math.round(value) : null);
  return {
    // Between a time and never, half of the trials took longer than any time.
    median: shown(median(times)),
    worst: shown(Math.max(...times)),
    never: times.filter((each) => each === Infinity).length,
  };
}

function endingsOf(all: readonly Settled[]): Endings {
  const count = (how: Settled['how']) => all.filter((each) => each.how === how).length;
  const messages = all.flatMap((each) => (each.how === 'rejected' ? [each.message] : []));
  const [most] = [...Map.groupBy(messages, (each) => each)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  return {
    ...timesOf(all.map((each) => (each.how === 'never' ? undefined : each.ms))),
    resolved: count('resolved'),
    rejected: count('rejected'),
    message: most?.[0],
  };
}

const rejectedAt = (settled: Settled): number =>
  settled.how === 'rejected' ? settled.ms : Infinity;

/** Time at which the program first could know of the loss; undefined if it never could. */
function noticedAt(trial: Trial): number | undefined {
  const { pending, counting, toldMs, closedMs, reopenedMs, refusedMs } = trial;
  const signs = [
    toldMs,
    closedMs,
    reopenedMs,
    refusedMs,
    rejectedAt(pending),
    rejectedAt(counting),
  ];
  const first = Math.min(...signs.map((each) => each ?? Infinity));
  return first === Infinity ? undefined : first;
}

function summaryOf(
  trials: readonly Trial[],
  configuration: string,
  failure: string,
): FailureSummary {
  const runsOf = (is: (runs: number) => boolean) => trials.filter(({ runs }) => is(runs)).length;
  const states = Map.groupBy(trials, ({ subscription }) => subscription);
  return {
    configuration,
    failure,
    trials: trials.length,
    noticed: timesOf(trials.map(noticedAt)),
    pending: endingsOf(trials.map(({ pending }) => pending)),
    counting: endingsOf(trials.map(({ counting }) => counting)),
    works: timesOf(trials.map(({ worksMs }) => worksMs)),
    newClient: trials.filter(({ newClientMs }) => typeof newClientMs === 'number').length,
    runs: {
      none: runsOf((runs) => runs === 0),
      once: runsOf((runs) => runs === 1),
      more: runsOf((runs) => runs > 1),
    },
    subscription: Object.fromEntries([...states].map(([state, own]) => [state, own.length])),
  };
}

/** Time within which no client can know of a failure that closes nothing, in ms: the shortest wait for a pong. */
const UNKNOWABLE_MS = 1000;

/**
 * True if a client had lost its connection before the failure. If nothing is closed, no call can be rejected at
 * once. A library that pings may give up a good connection while the machine is busy.
 */
function wasLostBefore({ failure, pending }: Trial): boolean {
  const group = failures.find(({ id }) => id === failure)?.group;
  return (group === 'silent' || group === 'pause') && rejectedAt(pending) < UNKNOWABLE_MS;
}

export function resultOfFailures({ trials, ...head }: FailureRecord): FailureResult {
  const counted = trials.filter((each) => !wasLostBefore(each));
  const rows = head.failures.flatMap((failure) =>
    head.configurations.flatMap((configuration) => {
      const own = counted.filter(
        (each) => each.failure === failure && each.configuration === configuration,
      );
      return own.length === 0 ? [] : [summaryOf(own, configuration, failure)];
    }),
  );
  return { ...head, leftOut: trials.length - counted.length, rows };
}

export const writeFailureResult = ({ rows, ...head }: FailureResult): string =>
  writeByLines(head, { rows });

/** The newest published result. @throws Error naming the folder if there is none */
export const publishedFailures = (): FailureResult => newestResult(FAILURES);
