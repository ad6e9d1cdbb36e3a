/** The contract between the core, the systems it measures and the studies; the core knows none of them by name. */
import type {
  AcceptMode,
  ArmConditions,
  Load,
  Readings,
  Turn,
  PlannedTurn,
} from '../record/index.ts';

/** A message of a channel: text, or bytes. Anything else has no size of its own, and only its number is counted. */
export type Payload = string | ArrayBufferLike | ArrayBufferView | Blob;

/** Counts the messages of one channel, and hears when it opens and how it is lost. */
export interface Meter {
  /** A message went out or came in. @param goesOn whether it continues the message before */
  count(way: 'out' | 'in', data: Payload, goesOn?: boolean): void;
  /** The other end is there. @param extensions those negotiated; undefined for a channel that negotiates none */
  opened(extensions?: string): void;
  /** The channel is lost; a sentence without a full stop says how. The first one counts. */
  lost(how: string): void;
}

/** Any constructor with the standard WebSocket interface: a browser’s, Node’s, or a subclass that counts. */
export type WebSocketClass = new (url: string, protocols?: string | string[]) => WebSocket;

/** Any constructor with the standard EventSource interface. */
export type EventSourceClass = new (
  url: string | URL,
  init?: { withCredentials?: boolean },
) => EventSource;

/** The other ends that a run reaches: a bench, or processes of this machine. A page reaches its own workers. */
export interface Ends {
  /** Origin of the bench, without a trailing slash: `https://example.org`. */
  origin?: string | undefined;
  /** Sockets and requests to the bench, if they are not the runtime’s own. */
  WebSocketClass?: WebSocketClass | undefined;
  fetch?: typeof globalThis.fetch | undefined;
  EventSourceClass?: EventSourceClass | undefined;
  /** Processes that hold the connections of arms and make their calls. */
  processes?: { open(arm: ArmOutline, opening: Opening): Promise<Connection<never>> } | undefined;
}

/** One connection to be opened: the ends to choose from, the object at the other end, and the meter that counts. */
export interface Opening extends Ends {
  /** Random id of the object: a UUID of version 4. */
  object: string;
  meter: Meter;
  /** Longest that a single operation may take, in ms, for callers in other processes. */
  deadlineMs: number;
}

/** Opens one connection of an arm. @throws a sentence without a full stop if no other end answers */
export type Open<Operations> = (opening: Opening) => Promise<Connection<Operations>>;

/** One open connection to one object. */
export interface Connection<Operations> {
  operations: Operations;
  /** Operations of the further connections to the object, see {@link Load.connections}. */
  others?: readonly Operations[];
  /** The beginning of messages that no answer is due to. */
  unansweredPrefix?: string;
  /** Takes this connection’s turns, if its operations are made and timed in another place. */
  elsewhere?: RemoteCaller;
  /** Closes the connection. Calls still pending are rejected. Never throws. */
  close(): void;
}

/** The times and counts of a turn. */
export type TurnTimes = Pick<
  Turn,
  'samplesUs' | 'totalUs' | 'frames' | 'bytes' | 'roundTrips' | 'readings'
>;

/** A turn that came to its end. */
export interface TurnResult {
  timed: TurnTimes;
  /** The mistake in the answers, with the value got and expected; undefined if there is none. */
  wrong?: string | undefined;
}

/** Operations that a turn or a stretch of warm-up consists of: the lead-in, then those that are timed. */
export interface TurnRequest extends TurnSize {
  /** Id of the workload. */
  workload: string;
  /** Place of its first operation since the connection opened. */
  first: number;
  /** True if they are timed as one, because one of them is shorter than the clock can tell. */
  together: boolean;
  /** Held by the object before the workload’s first operation, see {@link Workload.leaves}; 0 by default. */
  held?: number;
}

/** Takes turns in another process or thread, because operations are timed at their caller. */
export interface RemoteCaller {
  prepare(workload: string): Promise<unknown>;
  turn(asked: TurnRequest): Promise<TurnResult>;
  /** Looks at the object, see {@link Workload.check}. */
  check(workload: string, done: number, held?: number): Promise<string | undefined>;
}

/** Workloads that cannot be done, by id, each with its reason in a sentence. */
export type Reasons = Readonly<Record<string, string>>;

/** A system by its names, also one that cannot be run here. */
export interface SystemOutline {
  /** `lumenize`; the first part of its arms' ids and of their addresses. */
  id: string;
  label: string;
  /** Name in a sentence, if that is shorter than the label: `Lumenize’s protocol`. */
  spoken?: string;
  /** Name in outside documents, if those measured other code than runs here: `Lumenize RPC`. */
  quotedAs?: string;
  /** One or two sentences for a reader who has never heard of it. */
  description: string;
  homepage: string;
}

/** An arm by its names: a system in one configuration. */
export interface ArmOutline {
  /** `lumenize/hibernating`; the A/A control’s id is `control`. */
  id: string;
  label: string;
  /** Label of a quoted figure, if that is of other code than runs here. */
  quotedLabel?: string;
  /** Name in a sentence, if the label is too long for one. */
  spoken?: string;
  /** Id of the system, which gives the arm its colour on every page. */
  system: string;
}

/** A workload by its names. */
export interface WorkloadOutline {
  id: string;
  label: string;
  /** The question it answers, in one sentence. */
  question: string;
  /** Name of its operation in a sentence, before “takes”: `one call that writes`. The label by default. */
  spoken?: string;
  /** Heading above it in a list to choose from: `Payloads`. */
  group?: string;
}

/** Makes workloads of ids, such as those of any payload size. */
export interface WorkloadMaker<Made extends WorkloadOutline> {
  /** Form of the ids, for messages. */
  form: string;
  /** Makes one; undefined for an id of another form. @throws RangeError for an id that asks for too much */
  make(id: string): Made | undefined;
}

/** One question by its names, also one that nothing runs for. */
export interface StudyOutline {
  id: string;
  title: string;
  arms: readonly ArmOutline[];
  workloads: readonly WorkloadOutline[];
  /** Makes further workloads, which `workloadOf` finds like the others. */
  maker?: WorkloadMaker<WorkloadOutline>;
  /** Id of the arm that does the same work with no library; absent if nothing is run. */
  baseline?: string;
  /** Id of the arm without a library that tables compare with, if that is not the baseline. */
  plain?: string;
  /** Id of the arm that ratios are stated against. */
  reference: string;
  /** Id of the arm that quoted figures are stated against, if that is none that runs. */
  quotedReference?: string;
  /** Ids of the arms whose ratio to the reference answers the question. */
  subjects: readonly string[];
  /** The library that a subject stands in for with other code. */
  original?: Original;
}

/** A published library that an arm stands in for. */
interface Original extends Omit<ArmOutline, 'id'> {
  /** Id of the arm that stands in for it. */
  standIn: string;
  /** Ids of its own arms, of which a record has one at most: here, and from a folder outside. */
  arms: readonly string[];
}

/** An arm that can be run. */
export interface Arm<Operations> extends ArmOutline {
  /** How a bench accepts its connections; absent if there is no bench. */
  accept?: AcceptMode;
  /** Conditions of its own, which others of a run may not share. */
  conditions?: ArmConditions;
  /** True for an arm that runs only if it is asked for. */
  optional?: true;
  /** True for its system’s documented way to make calls at once, which then runs unasked. */
  forCallsAtOnce?: true;
  /** Workloads that it cannot do, its system's reasons included. */
  cannot?: Reasons;
  /** Loads what opens its connections, before anything is timed. */
  load(): Promise<Open<Operations>>;
}

/** Operations of a turn: those before the timed ones, and the timed ones. */
export type TurnSize = Omit<PlannedTurn, 'together'>;

/** Sizes of a workload’s turn: on one machine, and across a network. */
export type TurnSizes = Record<'near' | 'far', TurnSize>;

/** Operations that answer one question. */
export interface Workload<Operations> extends WorkloadOutline, Load {
  /** True for a workload that runs only if it is asked for. */
  optional?: true;
  /** Done first on a fresh object, untimed. */
  prepare?: Operation<Operations>;
  /** The operation at a place, counted from 0 on each connection; those that warm up count. */
  operation(place: number): Operation<Operations>;
  /** Places after which the kinds of operations repeat: 2 if two alternate; 1 by default. */
  cycle?: number;
  /** Its turn, if that is not the usual one, see {@link turnOf}; both sizes are multiples of its cycle. */
  turn?: TurnSizes;
  /** Part of its time in a launch that its first warm-up may take, if the usual one is too short for a server. */
  warmUpShare?: number;
  /** Longest that one of its operations may take, in ms, if that is not the study’s. */
  deadlineMs?: number;
  /**
   * Looks at the answers of the operations at `first` and the places after it.
   *
   * @param held by the object before, see {@link leaves}; 0 by default
   * @returns undefined when all is right, otherwise a sentence with the value got and expected
   */
  wrong(answers: readonly unknown[], first: number, held?: number): string | undefined;
  /** Other readings in an operation’s answer, by name: bytes of memory, for one. */
  readings?(answer: unknown): Readings;
  /** Looks at the object after so many operations; parameters and result are those of {@link wrong}. */
  check(operations: Operations, done: number, held?: number): Promise<string | undefined>;
  /** Held by an object after so many operations; absent of a workload that needs an object of its own. */
  leaves?(done: number): number;
}

/**
 * One operation. The core times it from the call to the settling of its promise, or from the moment at which it calls
 * `begin`, which only operations are given that follow each other on an open connection.
 */
export type Operation<Operations> = (operations: Operations, begin?: Begin) => Promise<unknown>;

/** Says that an operation begins only now. */
export type Begin = () => void;

/** Rejects an operation that its caller in another place gave up: the stall is its result. */
export class Stalled extends Error {
  override readonly name = 'Stalled';
}

/** One question with the arms and workloads that can be run. */
export interface Study<Operations> extends StudyOutline {
  question: string;
  arms: ReadonlyArray<Arm<Operations>>;
  /** Arms of libraries that are not installed. Published results may have them. */
  missing?: readonly ArmOutline[];
  workloads: ReadonlyArray<Workload<Operations>>;
  maker?: WorkloadMaker<Workload<Operations>>;
  baseline: string;
  /** Longest a single operation may take, in ms, before it counts as stalled. */
  deadlineMs: number;
  /** Usual time of a run on one machine with three workloads, in ms, if turns are very long or short. */
  budgetMs?: number;
  /** Rounds of a run in a page unless another length is asked for, if one of the usual time would send too much. */
  rounds?: number;
  /** Sentence on when time begins and ends, if that is not a call in the client and its answer. */
  timing?: string;
  /** Name that a bench serves its arms by, if that is not their systems’. */
  servedAs?: string;
  /** Place of its arms’ other ends: processes of this machine, or windows and workers of the page; else a bench. */
  place?: 'processes' | 'page';
}
