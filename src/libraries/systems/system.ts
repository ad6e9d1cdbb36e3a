/** The contract of a system that a bench serves. Its folder declares it in `system.ts`. */
import type { Reasons } from '../../core/plan/index.ts';
import type { AcceptMode } from '../../core/record/index.ts';
import type { SystemData } from '../../wire/system-data.ts';

/** One configuration of a system. */
export interface SystemArm {
  /** Last part of the arm's id and of its address: `hibernating`. */
  name: string;
  label: string;
  /** Words that a sentence adds to the system’s name: `in memory`. The main arm has none. */
  spoken?: string;
  accept: AcceptMode;
  /** True for requests with an address for each operation behind the object’s. Reads may then be GET. */
  paths?: true;
  /** True if its system documents it for calls at once, so that runs of these include it. */
  forCallsAtOnce?: true;
  /** True if its messages are plain JSON, so that a Map or a Set is lost. */
  json?: true;
  /** True if its library checks arguments against a schema at run time. */
  validation?: true;
  /** Workloads that this arm cannot do, in addition to those of its system. */
  cannot?: Reasons;
  /** Its part in the study of streams; absent for an arm without one. */
  streams?: StreamWay;
  /** Set for an arm over which questions ask and that no study measures. */
  only?: 'questions';
}

/** An arm in the study of streams. */
interface StreamWay {
  label: string;
  /** Its name in a sentence. */
  spoken: string;
  /** True for an arm of that study only. */
  only?: true;
  /** Workloads that it cannot do, by the beginnings of their ids, each with the reason. */
  cannot?: Partial<Record<'down' | 'up' | 'fan-out', string>>;
}

/** An RPC system that is measured here. Pure data, so that the page, the command line and the Worker share it. */
export interface System extends SystemData {
  arms: readonly SystemArm[];
  /** The end of its addresses behind the object’s id: `/call`. Absent for most. */
  addressSuffix?: string;
  /** The workloads that none of its arms can do. */
  cannot: Reasons;
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

/** An arm of the study of streams only; over a socket in memory unless given. */
export function streamArm(
  name: string,
  streams: StreamWay,
  own: Pick<SystemArm, 'accept' | 'paths' | 'json' | 'cannot'> = { accept: 'in-memory' },
): SystemArm {
  return { name, label: streams.label, ...own, streams: { ...streams, only: true } };
}

/** Why a page has no streams up over HTTP, and few streams down. */
export const overRequests = {
  up: 'A page can stream the body of a request only over HTTP/2, and a bench nearby speaks HTTP/1.1.',
  'fan-out':
    'A browser opens six connections to one origin over HTTP/1.1: further listeners would wait forever.',
} as const;
