/** The record: the one durable form of a result. Raw samples are kept; everything else is derived. */
import { z } from 'zod';
import { acceptModes, noticeNames, OUTSIDE_ID, settings } from './names.ts';
import { quotedRecordSchema } from './quoted-record.ts';
import { count, sessionSchema } from './session.ts';

/** How a run may end: after so many rounds, or after a time. */
export const stoppingRules = ['fixed', 'time'] as const;

const loadSchema = z.strictObject({
  /** Closed loop: so many callers share one connection, and each takes the next operation once its last is answered. */
  concurrency: z.int().min(1).optional(),
  /** Connections among which those callers are shared out, if they do not share one. */
  connections: z.int().min(2).optional(),
  /** One operation on a connection of its own, timed from creating it to the answer. */
  cold: z.literal(true).optional(),
  /** Calls that one operation makes at once; 1 by default. */
  callsPerOperation: z.int().min(1).optional(),
  /** The items of a stream, if those follow each other and are no calls. */
  per: z.literal('item').optional(),
  /** A sample counts from the server’s first frame of its operation: the way of the question is no part of it. */
  fromMarker: z.literal(true).optional(),
  /** Payload that one operation carries, both ways together, in bytes: the values, not the frames. */
  bytesPerOperation: z.int().min(1).optional(),
});

const plannedTurnSchema = z.strictObject({
  /** Operations before the timed ones: those right after another arm’s turn take longer. */
  leadIn: count,
  /** Operations that are timed. */
  operations: z.int().min(1),
  /** They are timed as one; a sample is then the turn’s mean, and `totalUs` its time. */
  together: z.literal(true).optional(),
});

const planSchema = z.strictObject({
  /** Ids of the arms, A/A control included. */
  arms: z.array(z.string().min(1)).min(1),
  /** Ids of the workloads. */
  workloads: z.array(z.string().min(1)).min(1),
  /** Workloads whose operations do not simply run one after the other, by id. */
  loads: z.record(z.string(), loadSchema).optional(),
  /** The turn of each workload. */
  turns: z.record(z.string(), plannedTurnSchema),
  /** Workloads that were not planned because the arm cannot do them. */
  cannot: z
    .array(
      z.strictObject({
        arm: z.string().min(1),
        workload: z.string().min(1),
        /** A sentence. */
        reason: z.string().min(1),
      }),
    )
    .optional(),
  /** Longest a single operation may take, in ms. */
  deadlineMs: z.number().positive(),
  rule: z.enum(stoppingRules),
  /** Rounds of every workload; only with the rule `fixed`. */
  rounds: z.int().min(1).optional(),
  /** Time on the clock, opening and warm-up included, in ms; only with the rule `time`. */
  budgetMs: z.number().positive().optional(),
  /** Arm that ratios are stated against, and those that are compared, if they are not the study’s. */
  reference: z.string().min(1).optional(),
  subjects: z.array(z.string().min(1)).min(1).optional(),
});

/** An oddity of a record, as found when it was taken; it is no result. */
const noticeSchema = z.strictObject({
  /** Name, for which src/results/names.ts has a sentence. */
  name: z.enum(noticeNames),
  /** Workload that shows it; absent for what is true of the whole run. */
  workload: z.string().min(1).optional(),
  /** Arm that shows it; absent if several do. */
  arm: z.string().optional(),
  /** How much, as a fraction, if it is more or less of something. */
  by: z.number().optional(),
});

const networkSchema = z.strictObject({
  /** Least time there and back that it adds, in ms. */
  roundTripMs: z.number().positive(),
  /** Mean of its further delay, in ms: half of it each way, drawn from an exponential distribution. */
  jitterMs: z.number().min(0),
});

/** A library from outside of the project, whose code no commit of the project names. */
const outsideFields = z.strictObject({
  /** Its own id; its arms’ ids are `outside:<id>/<arm>`, so that none is one of this project’s. */
  id: z.string().regex(OUTSIDE_ID, { error: 'expected small letters, digits and single hyphens' }),
  label: z.string().min(1),
  /** Versions that it reports of what it is built from. */
  versions: z.record(z.string().min(1), z.string().min(1)),
  /** SHA-256 over its files, in hexadecimal, by src/cli/measure/outside/folder.ts; absent of one called by its address. */
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/, { error: 'expected 64 hexadecimal digits' })
    .optional(),
  /** Size of its client for a page, minified and with gzip, in bytes; only of a release. */
  gzipBytes: count.optional(),
  /** True if its files changed while it was measured. */
  changed: z.literal(true).optional(),
  /** Who served it: a Worker of its own in the bench’s workerd, the bench itself, or a deployment. */
  served: z.enum(['beside', 'bench', 'elsewhere']),
  /** Origin of that deployment; `host:port` of a server that was called by its address. */
  origin: z.string().min(1).optional(),
  /** Proxy that requests to that origin went through; absent if none did. */
  proxy: z.string().min(1).optional(),
  /** Those that it has. */
  arms: z.array(z.strictObject({ name: z.string().min(1), label: z.string().min(1) })).min(1),
});

const outsideSchema = outsideFields.refine(
  ({ digest, served, origin }) => digest !== undefined || (served === 'elsewhere' && origin),
  { error: 'expected 64 hexadecimal digits, or where it was served from', path: ['digest'] },
);

const processors = z.array(count).min(1);

/** Texts by the name of a runtime or a compiler. */
const byTool = z.record(z.string().min(1), z.string().min(1));

/** Conditions of one arm that others of its run may not share. */
const armConditionsSchema = z.strictObject({
  /** True if its library checks arguments against a schema at run time. */
  validation: z.literal(true).optional(),
  /** Versions of the runtimes that both of its ends run on. */
  runtimes: byTool.optional(),
  /** Flags that an end was built with, by its compiler. */
  builds: byTool.optional(),
});

const environmentSchema = z.strictObject({
  /** Where the Workers ran. */
  setting: z.enum(settings),
  /** Origin that the client called: that of the bench, or of the delaying proxy in front of it. */
  origin: z.string(),
  /** Delaying proxy between client and bench; absent if nothing delays. */
  network: networkSchema.optional(),
  /** Proxy from the client’s environment that its requests to that origin went through; absent if none did. */
  proxy: z.string().min(1).optional(),
  /** Name and version of the client's runtime: `Chromium 156`, `Node 24.21.0`. */
  runtime: z.string().min(1),
  /** Full user agent, for a browser. */
  userAgent: z.string().optional(),
  /** Operating system or platform, as the runtime names it. */
  platform: z.string().optional(),
  /** Logical processors the client reports. */
  cpuCount: z.int().min(1).optional(),
  /** Name of the processor, if the runtime tells it. */
  cpu: z.string().min(1).optional(),
  /** Processes that were ready to run when the run began, over a minute, if the runtime tells it. */
  loadAverage: z.number().min(0).optional(),
  /** Thread of the browser that measured: a worker of its own, or the page's. Absent without a page. */
  thread: z.enum(['worker', 'page']).optional(),
  /** Smallest step of the client's clock seen at the start of the run, in µs. */
  clockStepUs: z.number().positive(),
  /** Versions of the libraries, read from the installed packages. */
  versions: z.record(z.string(), z.string()),
  /** Commit the Workers were built from. */
  commit: z.string().optional(),
  /** True if the tree differed from that commit. */
  dirty: z.boolean().optional(),
  /** True if the Workers were built from another commit than the one that measured them. */
  stale: z.literal(true).optional(),
  /** Data centre of the Worker (IATA code), if there is one. */
  colo: z.string().optional(),
  /** Names of the arms on pages, by their ids. */
  labels: z.record(z.string(), z.string()).optional(),
  /** How each arm’s connection was accepted, for arms of a bench. */
  accept: z.record(z.string(), z.enum(acceptModes)),
  /** Conditions of single arms, by their ids; absent if no arm has any of its own. */
  conditions: z.record(z.string(), armConditionsSchema).optional(),
  /** Load generator, if that is not the client: its time is part of each sample. */
  generator: z.literal('grpc-go').optional(),
  /** Logical processors, by number, that callers and servers were bound to; absent if they were not. */
  pinned: z.strictObject({ client: processors, servers: processors }).optional(),
  /** Libraries from outside of the project; absent if there were none. */
  outside: z.array(outsideSchema).min(1).optional(),
});

/** The place of a record in a campaign. */
const launchSchema = z.strictObject({
  /** Id of its plan in content/plans.yaml. */
  plan: z.string().min(1),
  /** Number of the launch, from 1. */
  number: z.int().min(1),
  /** SHA-256 over the files that are measured, in hexadecimal, by src/cli/campaign/launches.ts. */
  tree: z.string().regex(/^[0-9a-f]{64}$/, { error: 'expected 64 hexadecimal digits' }),
  /** The machine of both ends, which a browser does not tell. */
  machine: z.strictObject({
    cpu: z.string().min(1),
    cores: z.int().min(1),
    kernel: z.string().min(1),
  }),
});

/** All arms’ connections open at once, in each round a turn for every arm. */
const sessionRecordSchema = z.strictObject({
  /** Version of this schema. */
  schema: z.literal(1),
  /** Taken by this harness, with raw samples. */
  kind: z.literal('measured'),
  /** Id of the study. */
  study: z.string().min(1),
  /** When the run started, ISO 8601 in UTC. */
  startedAt: z.iso.datetime(),
  /** Seed of the order: the same seed and plan replay the same order. */
  seed: z.int().min(0).max(0xffffffff),
  /** Where it ran. */
  environment: environmentSchema,
  /** Only of a launch that a campaign took. */
  launch: launchSchema.optional(),
  /** True if the run ended before its plan did. */
  partial: z.literal(true).optional(),
  /** Oddities of the run. */
  notices: z.array(noticeSchema).optional(),
  plan: planSchema,
  /** Every session that was begun, in the order they ran. */
  sessions: z.array(sessionSchema),
});

export const recordSchema = z.discriminatedUnion('kind', [sessionRecordSchema, quotedRecordSchema]);

export type Setting = (typeof settings)[number];
/** A workload that an arm cannot do, with the reason in a sentence. */
export type Lack = NonNullable<z.infer<typeof planSchema>['cannot']>[number];
/** How a workload's operations follow each other: without any of it one after the other, on an open connection. */
export type Load = z.infer<typeof loadSchema>;
/** The operations of a turn. */
export type PlannedTurn = z.infer<typeof plannedTurnSchema>;
export type NetworkLink = z.infer<typeof networkSchema>;
export type Outside = z.infer<typeof outsideSchema>;
export type ArmConditions = z.infer<typeof armConditionsSchema>;
export type SessionPlan = z.infer<typeof planSchema>;
export type Environment = z.infer<typeof environmentSchema>;
export type Launch = z.infer<typeof launchSchema>;
export type SessionRecord = z.infer<typeof sessionRecordSchema>;
export type RoundtripRecord = z.infer<typeof recordSchema>;
