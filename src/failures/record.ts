/** The record of a run of failures: every trial as it went. */
import { z } from 'zod';

const name = z.string().min(1);
const ms = z.number().min(0);

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
  /** When the library’s loss handler was called; absent where it has none, or it was not called. */
  toldMs: ms.optional(),
  /** When the WebSocket itself reported its end. */
  closedMs: ms.optional(),
  /** When the library opened another socket by itself. */
  reopenedMs: ms.optional(),
  /** When a later small call was first rejected. */
  refusedMs: ms.optional(),
  /** When a small call of the same client worked; absent where none did within the limit. */
  worksMs: ms.optional(),
  /** Time that a new client took to connect and call, where the old one never worked again; null: not within 10 s. */
  newClientMs: ms.nullable().optional(),
  /** How often the counting call was run. */
  runs: z.int().min(0),
  subscription: z.enum(subscriptionStates),
});
export type Trial = z.infer<typeof trialSchema>;

const recordSchema = z
  .strictObject({
    schema: z.literal(1),
    kind: z.literal('failures'),
    startedAt: z.iso.datetime(),
    seed: z.int().min(0).max(0xffffffff),
    repeats: z.int().min(1),
    limitMs: z.number().positive(),
    /** Set where the run was stopped before its end. */
    partial: z.literal(true).optional(),
    environment: z.strictObject({
      runtime: name,
      platform: name,
      cpu: name.optional(),
      cpuCount: z.int().min(1),
      /** Of the last minute, before the run and after it. */
      loadAverage: z.tuple([z.number().min(0), z.number().min(0)]),
      commit: z.string(),
      dirty: z.boolean(),
      versions: z.record(name, name),
    }),
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
export function readFailures(text: string, file: string): FailureRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file}: got no JSON, expected a record of npm run failures`, { cause });
  }
  const parsed = recordSchema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message, input }) => {
    const got = typeof input === 'object' ? '' : `: got ${JSON.stringify(input)}`;
    return `  ${path.join('.')}${got}: ${message}`;
  });
  throw new Error([`${file}:`, ...issues].join('\n'));
}

/** A record as text: its head, then a line for each trial. */
export function writeFailures({ trials, ...head }: FailureRecord): string {
  const lines = trials.map((trial) => JSON.stringify(trial));
  return `${JSON.stringify(head).slice(0, -1)},"trials":[\n${lines.join(',\n')}\n]}\n`;
}
