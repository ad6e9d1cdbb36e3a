/** The failures of the study, and the configurations of libraries that meet them. */
import type { Remedy } from '../questions/client-kit.ts';
import { findIn, probedHere } from '../../libraries/systems/index.ts';
import cases from './cases.json';

/** Longest that anything is waited for after a failure, in ms. */
export const LIMIT_MS = 120_000;

/** How a failure is brought about: by the proxy in between, or by what happens to one of the two ends. */
type Cause = 'proxy' | 'evict' | 'restart' | 'freeze';

export interface Failure {
  id: string;
  label: string;
  /** The failure, in a sentence. */
  how: string;
  group: FailureGroup;
  cause: Cause;
  /** True if it writes a frame of a WebSocket, which a request over HTTP cannot have. */
  socketsOnly?: true;
}

export const failureGroups = {
  silent: 'Nothing arrives any more',
  closed: 'The connection is closed',
  server: 'The server goes away',
  pause: 'A pause',
} as const;
type FailureGroup = keyof typeof failureGroups;

export const failures = cases.failures as readonly Failure[];

export interface Configuration {
  id: string;
  /** The library; its questions have the client. */
  system: string;
  /** How it is set up, in a few words. */
  setup: string;
  /** How it is set up, in a sentence. */
  means: string;
  /** Page of the library’s documentation, or of what is added to it. */
  href: string;
  remedy?: Remedy;
  /** True if its socket is one of the package `partysocket`, which connects again by itself. */
  partysocket?: true;
  /** True if a call is a request of its own. */
  requests?: true;
}

const all = cases.configurations as readonly Configuration[];

/** Configurations whose packages are installed here. */
export const configurations: readonly Configuration[] = all.filter(({ system }) =>
  probedHere.includes(system),
);

/** True if a failure can be tried on a configuration. */
export const isTried = (failure: Failure, { requests }: Configuration): boolean =>
  !(failure.socketsOnly && requests);

/** @throws RangeError naming the configurations there are */
export const findConfiguration = (id: string): Configuration => findIn('configuration', all, id);
