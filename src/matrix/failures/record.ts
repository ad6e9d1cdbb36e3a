/** The record of a run of failures: every trial as it went. */
import { z } from 'zod';
import { machineFields, ms, name, readOwnRecord, runFields, writeByLines } from '../own-record.ts';

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
export const subscriptionStates = ['delivers', 'lost-told', 'lost-silent', 'none'] as const;

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
