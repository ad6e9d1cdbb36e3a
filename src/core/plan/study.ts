/** The contract between the core, the systems it measures and the studies; the core knows none of them by name. */
import type { AcceptMode, ArmConditions, Load, Readings, Turn } from '../record/index.ts';

/** A message of a channel: text, or bytes. Anything else has no size of its own and is counted alone. */
export type Payload = string | ArrayBufferLike | ArrayBufferView | Blob;

/** Counts what passes over one channel, and hears how it fares. The lane that owns it is asked nothing. */
export interface Meter {
  /** A message went out or came in. @param goesOn whether it is more of the message before */
  count(way: 'out' | 'in', data: Payload, goesOn?: boolean): void;
  /** The other end is there, with the extensions that were negotiated; without them a channel that negotiates none. */
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
  /** Processes that make the calls of an arm, each of which has the connection. */
  processes?: { open(arm: ArmOutline, opening: Opening): Promise<Connection<never>> } | undefined;
}

/** One connection that is to be opened: to which end, to which object of it, and what counts it. */
export interface Opening extends Ends {
  /** Random id of the object at the other end: a UUID of version 4. */
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
  /** The beginning of its messages that ask for nothing. */
  aside?: string;
  /** Who takes this connection’s turns, where operations are not timed here but where they are made. */
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
  /** The mistake in the answers, with the value got and expected; undefined where there is none. */
  wrong?: string | undefined;
}

/** Operations that a turn or a stretch of warm-up consists of. */
export interface TurnRequest {
  /** Id of the workload. */
  workload: string;
  /** Place of its first operation since the connection opened. */
  first: number;
  operations: number;
  /** Whether they are timed as one, because one of them is shorter than the clock can tell. */
  together: boolean;
  /** Held by the object before the workload’s first operation, as {@link Workload.leaves} counts; 0 where it is left out. */
  held?: number;
}

/** Takes turns in another process or thread, because they have to be timed where the caller is. */
export interface RemoteCaller {
  prepare(workload: string): Promise<void>;
  turn(asked: TurnRequest): Promise<TurnResult>;
  /** As a workload’s own check. */
  check(workload: string, done: number, held?: number): Promise<string | undefined>;
}

/** Workloads that are not run because they cannot be done, by id, each with its reason in a sentence. */
export type Reasons = Readonly<Record<string, string>>;

/** A system by its names, whether or not it can be run here. */
export interface SystemOutline {
  /** `lumenize`; the first part of its arms' ids and of their addresses. */
  id: string;
  label: string;
  /** How a sentence calls it, where that is shorter than its label: `Lumenize’s protocol`. */
  spoken?: string;
  /** Its name in outside documents, where those measured other code than runs here: `Lumenize RPC`. */
  quotedAs?: string;
  /** One or two sentences for a reader who has never heard of it. */
  description: string;
  homepage: string;
}

/** An arm by its names: a system in one configuration. */
export interface ArmOutline {
  /** `lumenize/hibernating`; the A/A control’s id is `twin`. */
  id: string;
  label: string;
  /** Its label where a figure is quoted, if that is of other code than runs here. */
  quotedLabel?: string;
  /** How a sentence calls it, where its label is too long for one. */
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
  /** How a sentence calls its operation, before “takes”: `one call that writes`. Its label where it is left out. */
  spoken?: string;
  /** Heading it stands under where workloads are chosen: `Payloads`. */
  group?: string;
}

/** Workloads that a study makes of an id, such as those of any payload size. */
export interface WorkloadMaker<Made extends WorkloadOutline> {
  /** What their ids look like, for messages. */
  form: string;
  /** Makes one; undefined for an id of another form. @throws RangeError where the id asks for too much */
  make(id: string): Made | undefined;
}

/** One question by its names, whether or not it can be run here. */
export interface StudyOutline {
  id: string;
  title: string;
  arms: readonly ArmOutline[];
  workloads: readonly WorkloadOutline[];
  /** Those that it makes of an id besides; found like the others by `workloadOf`. */
  maker?: WorkloadMaker<WorkloadOutline>;
  /** Id of the arm that does the same work by hand, with no library; absent where nothing is run. */
  baseline?: string;
  /** Id of the arm that tables compare with as the plain way, where that is not the baseline. */
  plain?: string;
  /** Id of the arm that ratios are stated against. */
  reference: string;
  /** Id of the arm that those of quoted figures are stated against, where that is none that runs. */
  quotedReference?: string;
  /** Ids of the arms whose ratio to the reference answers the question. */
  subjects: readonly string[];
  /** The library that a subject stands in for with other code. */
  original?: Original;
  /** Half-width of what counts as equal, as a fraction: 0.05 for 5 %. */
  margin: number;
}

/** A published library for which an arm stands in. */
interface Original extends Omit<ArmOutline, 'id'> {
  /** Id of the arm that stands in for it. */
  standIn: string;
  /** Ids of its own arms, of which a record has one at most: here, and from a folder outside. */
  arms: readonly string[];
}

/** An arm that can be run. */
export interface Arm<Operations> extends ArmOutline {
  /** How a bench accepts its connections; absent where there is no bench. */
  accept?: AcceptMode;
  /** Conditions of its own, which others of a run may not share. */
  conditions?: ArmConditions;
  /** Whether it runs only where it is asked for. */
  optional?: true;
  /** Whether it is its system’s documented way for calls made at once, and runs unasked for these. */
  forCallsAtOnce?: true;
  /** Workloads that it cannot do, its system's reasons included. */
  cannot?: Reasons;
  /** Loads what opens its connections, before anything is timed. */
  load(): Promise<Open<Operations>>;
}

/** Operations that answer one question. */
export interface Workload<Operations> extends WorkloadOutline, Load {
  /** Whether it runs only where it is asked for. */
  optional?: true;
  /** Done first on a fresh object, untimed. */
  prepare?: Operation<Operations>;
  /** The operation at a place, counted from 0 on each connection; those that warm up count. */
  operation(place: number): Operation<Operations>;
  /** Places after which the kinds of operations repeat: 2 where two alternate. 1 where it is left out. */
  cycle?: number;
  /** Operations of a turn, where it is one whole: a loop. Elsewhere a pilot finds it. */
  turn?: number;
  /** Connections to the same object that each arm has besides its own, where it has some. */
  besides?: number;
  /** Longest that one of its operations may take, in ms, where that is not the study’s. */
  deadlineMs?: number;
  /**
   * Looks at the answers of the operations at `first` and the places after it.
   *
   * @param held by the object before, as {@link leaves} counts; 0 where it is left out
   * @returns undefined when all is right, otherwise a sentence with the value got and expected
   */
  wrong(answers: readonly unknown[], first: number, held?: number): string | undefined;
  /** Other readings in an operation’s answer, by name: bytes of memory, for one. */
  readings?(answer: unknown): Readings;
  /** Looks at the object after so many operations, as {@link wrong} looks at answers. */
  check(operations: Operations, done: number, held?: number): Promise<string | undefined>;
  /** Held by an object after so many operations; left out by a workload that needs an object of its own. */
  leaves?(done: number): number;
}

/**
 * The core times from the call to the settling of its promise, or from the moment at which it calls
 * `begin`, which only operations are given that follow each other on an open connection.
 */
export type Operation<Operations> = (operations: Operations, begin?: Begin) => Promise<unknown>;

/** Says that an operation begins only now. */
export type Begin = () => void;

/** Rejects an operation that was given up where it is carried out: the stall is its result. */
export class Stalled extends Error {
  override readonly name = 'Stalled';
}

/** One question with the arms and workloads that can be run. */
export interface Study<Operations> extends StudyOutline {
  question: string;
  arms: ReadonlyArray<Arm<Operations>>;
  workloads: ReadonlyArray<Workload<Operations>>;
  maker?: WorkloadMaker<Workload<Operations>>;
  baseline: string;
  /** Longest a single operation may take, in ms, before it counts as stalled. */
  deadlineMs: number;
  /** Time of a run until decided for three workloads and a bench nearby, in ms, where turns are very long or short. */
  budgetMs?: number;
  /** Rounds of a run in a page unless another length is asked for, where one until decided would send too much. */
  rounds?: number;
  /** From when to when time runs, in a sentence, where it is not from a call in the client to its answer. */
  timing?: string;
  /** Name that a bench serves its arms by, where that is not their systems’. */
  servedAs?: string;
  /** Place of its arms’ other ends: processes of this machine, or windows and workers of the page; else a bench. */
  place?: 'processes' | 'page';
}
