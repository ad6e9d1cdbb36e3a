/** The contract of a system that a bench serves, as its own folder declares it. */
import type { Reasons } from '../../harness/plan/index.ts';
import type { AcceptMode } from '../../harness/record/index.ts';
import type { Contestant } from '../contestant.ts';
import type { BenchConnect, ConnectOptions } from './options.ts';

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
  /** Whether its library checks arguments against a schema at run time. */
  validation?: true;
  /** What this arm cannot do besides what its system cannot. */
  cannot?: Reasons;
}

/** An RPC system that is measured here. Pure data, so that the page, the command line and the Worker share it. */
export interface System extends Contestant {
  versions: NonNullable<Contestant['versions']>;
  arms: readonly SystemArm[];
  /** What its addresses end with behind the object's id: `/call`. Empty for most. */
  addressSuffix: string;
  /** What this system cannot do of what the studies ask, in sentences. */
  lacks: readonly string[];
  /** The workloads that none of its arms can do. */
  cannot: Reasons;
}

export interface ClientModule<Operations> {
  /** Its client half for one of its arms, by the arm's name. */
  connect(arm: string): BenchConnect<Operations>;
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

/** All that an arm cannot do: what its system cannot, and what it cannot itself. */
export function reasonsOf(system: Pick<System, 'cannot'>, arm: Pick<SystemArm, 'cannot'>): Reasons {
  return { ...system.cannot, ...arm.cannot };
}

type Arm = System['arms'][number];

/** What an arm says of itself whose sockets cannot hibernate. */
const awake = {
  accept: 'in-memory',
  cannot: {
    'idle-wake': 'Its socket keeps the object in memory: it never sleeps while connected.',
  },
} as const satisfies Partial<Arm>;

/** The arm of a system whose sockets stay in memory. */
export const inMemory: Arm = {
  name: 'in-memory',
  label: 'in memory',
  spoken: 'in memory',
  ...awake,
};

/** The arm of a system whose sockets hibernate. */
export const hibernating: Arm = {
  name: 'hibernating',
  label: 'hibernating',
  accept: 'hibernating',
};

/** What messages of JSON alone lack. */
export const jsonLacks = [
  'Map and Set.',
  'Dates.',
  'BigInt.',
  'Uint8Array.',
  'Typed arrays besides Uint8Array.',
  'NaN and infinities.',
] as const;

/** What errors and calls lack where all goes as data, one call after the other. */
export const dataLacks = [
  'Errors with their stack.',
  'Errors with their cause.',
  'Errors with their own fields.',
  'Pipelining: calls on a result that is still to come.',
  'Calls as arguments of calls.',
  'Mapping: a call for each item of a list that is still to come.',
] as const;
