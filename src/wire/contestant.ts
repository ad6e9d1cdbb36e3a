/** A contestant, as its folder in `src/libraries/systems/` declares it. Pure data, which pages, commands and Workers share. */
import type { Reasons, SystemOutline } from '../core/plan/index.ts';
import type { AcceptMode } from '../core/record/index.ts';
import type { ProcessArm } from './processes/names.ts';

/** A contestant in a page: what its arms there can do. */
interface InWindows {
  /** Workloads that it cannot do in any place, each with the reason. */
  cannot?: Reasons;
  /** Whether it speaks through a port everywhere or through none, by its documentation. Either, where it is left out. */
  ports?: 'always' | 'never';
}

/** The server of a contestant in the study of gRPC servers. */
export interface GrpcServer {
  /** What serves it, and in which language: `Node (grpc-js)`. */
  label: string;
  spoken?: string;
  /** What its arm is called behind the contestant’s id; nothing unless given. */
  name?: string;
  /** How it is called: as gRPC, or with the same messages over TCP. */
  protocol: 'grpc' | 'tcp';
  /** Who starts it: the Go module in `bench-servers/grpc-go`, or `grpc.ts` in its folder. */
  runsIn: 'go' | 'node';
}

export interface Contestant extends SystemOutline {
  /**
   * Versions of the libraries it is built from, read from the installed packages; empty where it is
   * written by hand. Absent for what is only quoted, or a part of the platform.
   */
  versions?: Readonly<Record<string, string>>;
  /** What records call it where it was measured from outside: `outside:clgrpc`. */
  measuredAs?: string;
  /** The package that it is measured with where that is installed, and is left out of a bench without. */
  needs?: string;
  /** Name of the arm over which the capability probes ask it; absent where they do not. */
  probed?: string;
  /** Its arms between processes. @param workloads ids of those that there are */
  processes?: (workloads: readonly string[]) => readonly ProcessArm[];
  grpc?: GrpcServer;
  /** Its calls from a page, as `window.ts` has both sides of them. */
  window?: InWindows;
}

/** What an address may begin with: a library, or the ways in which one object calls another. */
export interface Served extends Pick<Contestant, 'id' | 'label' | 'versions'> {
  arms: readonly {
    name: string;
    label: string;
    accept: AcceptMode;
    /** Whether each operation has an address of its own behind the object’s. */
    paths?: true;
  }[];
  /** What its addresses end with behind the object’s id: `/call`. */
  addressSuffix?: string;
}

/** Where a page has the called side. */
export type PeerPlace = 'worker' | 'frame' | 'sandbox';

/** The reason of a system that hands no buffer over. */
export const notHandedOver = (why: string): Reasons => ({ 'transfer-16m': why });
