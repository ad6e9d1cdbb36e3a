/**
 * The contract between the measuring core, the systems it measures and the
 * studies that ask the questions. The core knows none of them by name.
 */
import type { AcceptMode, Load } from '../record/index.ts';

/** Any constructor with the standard WebSocket interface: a browser's, Node's, or a metered subclass. */
export type WebSocketClass = new (url: string, protocols?: string | string[]) => WebSocket;

/** What a system's client needs in order to open one connection to one fresh object. */
export interface ConnectOptions {
  /** Origin of the bench, without a trailing slash: `https://example.org`. */
  origin: string;
  /** Random id of the object, a UUID of version 4. The bench refuses any other form. */
  object: string;
  WebSocketClass: WebSocketClass;
  /** What an arm without a socket sends its requests through; the runtime's own unless given. */
  fetch?: typeof globalThis.fetch;
}

/** One open connection to one object. */
export interface Connection<Operations> {
  operations: Operations;
  /**
   * A message there and back that runs no code on the server, for a socket that answers by itself:
   * what the network takes. Absent where there is no such answer.
   */
  roundTrip?(): Promise<void>;
  /** What those of its messages begin with that ask for nothing, so that nobody waits for an answer. */
  aside?: string;
  /** Closes the connection. Calls still pending are rejected. Never throws. */
  close(): void;
}

/**
 * The client half of a system for one of its arms. Resolves once the socket is open; at once for an
 * arm that has none.
 */
export type Connect<Operations> = (options: ConnectOptions) => Promise<Connection<Operations>>;
/** One configuration of a system, as the system's own folder declares it. */
export interface SystemArm {
  /** Last part of the arm's id and of its address: `hibernating`. */
  name: string;
  label: string;
  /** What a sentence adds to the system's name: `in memory`. Nothing for the arm that is meant where none is named. */
  spoken?: string;
  accept: AcceptMode;
  /**
   * For an arm that sends requests: whether it has an address for each operation, which goes on behind
   * the object’s. Those that only read may then be GET.
   */
  paths?: true;
  /** What this arm cannot do besides what its system cannot. */
  cannot?: Reasons;
}

/**
 * Workloads that cannot be done, by id, each with its reason in a sentence. They are not run; pages
 * show the reason in their place.
 */
export type Reasons = Readonly<Record<string, string>>;

/** What a system is, whether or not it can be run here. */
export interface SystemOutline {
  /** `lumenize`; the first part of its arms' ids and of their addresses. */
  id: string;
  label: string;
  /** How a sentence calls it, where that is shorter than its label: `Lumenize’s protocol`. */
  spoken?: string;
  /** What outside documents measured in its place, where that is other code than runs here: `Lumenize RPC`. */
  quotedAs?: string;
  /** One or two sentences for a reader who has never heard of it. */
  description: string;
  homepage: string;
}

/** An RPC system that is measured here. Pure data, so that the page, the command line and the Worker share it. */
export interface System extends SystemOutline {
  /** Versions of the libraries it is built from, read from the installed packages. */
  versions: Readonly<Record<string, string>>;
  arms: readonly SystemArm[];
  /** What its addresses end with behind the object's id: `/call`. Empty for most. */
  addressSuffix: string;
  /** Name of the arm over which the capability probes ask it; absent where they do not. */
  probed?: string;
  /** What this system cannot do of what the studies ask, in sentences. */
  lacks: readonly string[];
  /** The workloads that none of its arms can do. */
  cannot: Reasons;
}

export interface ClientModule<Operations> {
  /** Its client half for one of its arms, by the arm's name. */
  connect(arm: string): Connect<Operations>;
}

/** Address of an object, of the form that the bench's router expects. The scheme becomes ws or wss. */
export function socketAddress(
  system: Pick<System, 'id' | 'addressSuffix'>,
  arm: string,
  { origin, object }: Pick<ConnectOptions, 'origin' | 'object'>,
): string {
  const base = origin.replace(/^http/, 'ws');
  return `${base}/bench/${system.id}/${arm}/${object}${system.addressSuffix}`;
}

/** An arm by its names: a system in one configuration. */
export interface ArmOutline {
  /** `lumenize/hibernating`; the twin's id is `twin`. */
  id: string;
  label: string;
  /** Its label where a figure is quoted, if that is of other code than runs here. */
  quotedLabel?: string;
  /** How a sentence calls it, where its label is too long for one. */
  spoken?: string;
  /** Id of the system, which gives the arm its colour on every page. */
  system: string;
}

/** The arm by the name that quoted figures have: what an outside document measured may not be what runs here. */
export function quotedArm({ id, label, quotedLabel = label, system }: ArmOutline): ArmOutline {
  return { id, label: quotedLabel, system };
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

/** Workloads that a study makes of an id instead of listing them, such as those of any payload size. */
export interface FreeWorkloads<Made extends WorkloadOutline> {
  /** What their ids look like, for messages. */
  form: string;
  /**
   * Makes one; undefined for an id of another form.
   *
   * @throws RangeError naming the value got and expected, where the id has the form and asks for too much
   */
  make(id: string): Made | undefined;
}

/**
 * One question by its names: all that pages and records need of a study, whether or not it can be
 * run here.
 */
export interface StudyOutline {
  id: string;
  title: string;
  arms: readonly ArmOutline[];
  workloads: readonly WorkloadOutline[];
  /** Those that it makes of an id besides; found like the others by `workloadOf`. */
  free?: FreeWorkloads<WorkloadOutline>;
  /** Id of the arm that ratios are stated against. */
  reference: string;
  /** Ids of the arms whose ratio to the reference answers the question. */
  subjects: readonly string[];
  /** Half-width of what counts as equal, as a fraction: 0.05 for 5 %. */
  margin: number;
}

/** An arm that can be run. */
export interface Arm<Operations> extends ArmOutline {
  accept: AcceptMode;
  /** Whether it runs only where it is asked for. */
  optional?: true;
  /** What it cannot do, its system's reasons included; nothing where it is left out. */
  cannot?: Reasons;
  load(): Promise<Connect<Operations>>;
}

/** All that an arm cannot do: what its system cannot, and what it cannot itself. */
export function reasonsOf(system: Pick<System, 'cannot'>, arm: Pick<SystemArm, 'cannot'>): Reasons {
  return { ...system.cannot, ...arm.cannot };
}

/** Operations that answer one question. */
export interface Workload<Operations> extends WorkloadOutline, Load {
  /** Whether it runs only where it is asked for. */
  optional?: true;
  /** What is done first on a fresh object, untimed. */
  prepare?: Operation<Operations>;
  /** The operation at a place, counted from 0 on each connection; those that warm up count. */
  operation(place: number): Operation<Operations>;
  /** Places after which the kinds of operations repeat: 2 where two alternate. 1 where it is left out. */
  cycle?: number;
  /** Operations of a turn, where it is one whole: a loop. Elsewhere a pilot finds it. */
  turn?: number;
  /**
   * Looks at what operations resolved to that stood at `first` and the places after it.
   *
   * @returns undefined when all is exactly what was asked, otherwise a sentence with the value got
   *   and expected
   */
  wrong(answers: readonly unknown[], first: number): string | undefined;
  /** Looks at the object after so many operations, as {@link wrong} looks at answers. */
  check(operations: Operations, done: number): Promise<string | undefined>;
}

/**
 * What is timed: the core times from the call to the settling of its promise, or from the moment at
 * which the operation calls `begin`, where what it waits for before that is not what is asked about.
 * Only operations that follow each other on an open connection are given it.
 */
export type Operation<Operations> = (operations: Operations, begin?: Begin) => Promise<unknown>;

/** Says that an operation begins only now. */
export type Begin = () => void;

/** What an operation rejects with that was given up by whoever carries it out: the stall is its result. */
export class Stalled extends Error {
  override readonly name = 'Stalled';
}

/** One question with the arms and workloads that can be run. */
export interface Study<Operations> extends StudyOutline {
  question: string;
  arms: ReadonlyArray<Arm<Operations>>;
  workloads: ReadonlyArray<Workload<Operations>>;
  free?: FreeWorkloads<Workload<Operations>>;
  /** Id of the arm that does the same work over a hand-written WebSocket. */
  floor: string;
  /** Longest a single operation may take, in ms, before it counts as stalled. */
  deadlineMs: number;
  /** From when to when time runs, in a sentence, where it is not from a call in the client to its answer. */
  timing?: string;
  /** What a bench serves its arms as, where that is not their systems. */
  servedAs?: string;
}
