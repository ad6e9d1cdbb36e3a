/** The contract of a system that a bench serves, as its own folder declares it. */
import type { Reasons } from '../../core/plan/index.ts';
import type { AcceptMode } from '../../core/record/index.ts';
import type { Contestant } from '../../wire/contestant.ts';

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
  /** Whether it is what its system documents for calls made at once, so that it runs unasked where these are measured. */
  forCallsAtOnce?: true;
  /** Whether its messages are plain JSON, so that a Map or a Set is lost. */
  json?: true;
  /** Whether its library checks arguments against a schema at run time. */
  validation?: true;
  /** What this arm cannot do besides what its system cannot. */
  cannot?: Reasons;
  /** What it is in the study of streams; absent for an arm that is none of it. */
  streams?: StreamWay;
  /** Set for an arm over which questions ask and that no study measures. */
  only?: 'questions';
}

/** An arm as the study of streams has it. */
interface StreamWay {
  label: string;
  /** How a sentence calls it. */
  spoken: string;
  /** Whether it is an arm of that study alone. */
  only?: true;
  /** What it has nothing for, by the beginnings of workloads’ ids, each with the reason. */
  cannot?: Partial<Record<'down' | 'up' | 'fan-out', string>>;
}

/** An RPC system that is measured here. Pure data, so that the page, the command line and the Worker share it. */
export interface System extends Contestant {
  versions: NonNullable<Contestant['versions']>;
  arms: readonly SystemArm[];
  /** What its addresses end with behind the object's id: `/call`. Absent for most. */
  addressSuffix?: string;
  /** The workloads that none of its arms can do. */
  cannot: Reasons;
}

/** All that an arm cannot do: what its system cannot, and what it cannot itself. */
export function reasonsOf(system: Pick<System, 'cannot'>, arm: Pick<SystemArm, 'cannot'>): Reasons {
  return { ...system.cannot, ...arm.cannot };
}

/** The arm of a system whose sockets stay in memory. */
export const inMemory: SystemArm = {
  name: 'in-memory',
  label: 'in memory',
  spoken: 'in memory',
  accept: 'in-memory',
};

/** The arm of a system whose sockets hibernate. */
export const hibernating: SystemArm = {
  name: 'hibernating',
  label: 'hibernating',
  accept: 'hibernating',
};

/** An arm of the study of streams alone; over a socket in memory unless given. */
export function streamArm(
  name: string,
  streams: StreamWay,
  own: Pick<SystemArm, 'accept' | 'paths' | 'json' | 'cannot'> = { accept: 'in-memory' },
): SystemArm {
  return { name, label: streams.label, ...own, streams: { ...streams, only: true } };
}

/** Why a page has no stream up over HTTP, and not many streams down. */
export const overRequests = {
  up: 'A page streams the body of a request over HTTP/2 alone, and a bench nearby speaks HTTP/1.1.',
  'fan-out':
    'A browser opens six connections to one origin over HTTP/1.1: further listeners would wait for good.',
} as const;
