/** The systems of the site. Pure data that pages, commands and Workers share; folders in `src/libraries/systems/` declare it. */
import type { Reasons, SystemOutline } from '../core/plan/index.ts';
import type { AcceptMode } from '../core/record/index.ts';
import type { ProcessArm } from './processes/names.ts';

/** The arms of a system in a page. */
interface InWindows {
  /** Workloads that it cannot do in any place, each with the reason. */
  cannot?: Reasons;
  /** Whether it needs a port everywhere, or can use none, see its documentation. Absent: either. */
  ports?: 'always' | 'never';
}

/** The server of a system in the study of gRPC servers. */
export interface GrpcServer {
  /** Runtime or language, and library: `Node (grpc-js)`. */
  label: string;
  spoken?: string;
  /** Name of its arm behind the system’s id. */
  name?: string;
  /** How it is called: as gRPC, or with the same messages over TCP. */
  protocol: 'grpc' | 'tcp';
  /** Who starts it: the Go module in `bench-servers/grpc-go`, or `grpc.ts` in its folder. */
  runsIn: 'go' | 'node';
}

export interface SystemData extends SystemOutline {
  /** Versions of its installed packages; empty if it is hand-written, absent if it is quoted or part of a platform. */
  versions?: Readonly<Record<string, string>>;
  /** Its name in records if it was measured from outside: `outside:clgrpc`. */
  measuredAs?: string;
  /** An optional package, without which a bench leaves it out. */
  needs?: string;
  /** Name of the arm over which the capability probes ask it; absent if they do not. */
  probed?: string;
  /** Its arms between processes. @param workloads ids of those that there are */
  processes?: (workloads: readonly string[]) => readonly ProcessArm[];
  grpc?: GrpcServer;
  /** Its calls from a page; `window.ts` has both sides of them. */
  window?: InWindows;
}

/** The beginning of an address: a library, or the ways in which one object calls another. */
export interface Served extends Pick<SystemData, 'id' | 'label' | 'versions'> {
  arms: readonly {
    name: string;
    accept: AcceptMode;
    /** True if each operation has an address of its own behind the object’s. */
    paths?: true;
  }[];
  /** The end of its addresses behind the object’s id: `/call`. */
  addressSuffix?: string;
}

/** The place of the called side in a page. */
export type PeerPlace = 'worker' | 'frame' | 'sandbox';

/** The reason of a system that hands no buffer over. */
export const notHandedOver = (why: string): Reasons => ({ 'transfer-16m': why });
