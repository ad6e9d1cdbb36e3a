import type { AcceptMode } from '../src/core/record/index.ts';
import type { Contestant, Served } from '../src/wire/contestant.ts';
import type { SpokenBetween } from './between/batch.ts';
import type { Server } from './server.ts';

/** The libraries that this Worker carries. It imports none of them: its entry file names them. */
export interface Libraries {
  served: readonly Served[];
  /** Those that need a package that is not installed. */
  notInstalled: readonly Pick<Contestant, 'id' | 'label' | 'needs'>[];
  /** How the connections of an arm are accepted; undefined where there is no such arm. */
  acceptOf(system: string, arm: string): AcceptMode | undefined;
  /** Loads the server half of one of `served`. */
  load(system: string): Promise<Server>;
  /** What libraries speak between two objects, by the name of the way. */
  between: Readonly<Record<string, SpokenBetween>>;
}

let carried: Libraries | undefined;

/** Sets what the Worker carries, before its first request. */
export function carry(libraries: Libraries): void {
  carried = libraries;
}

/** @throws Error in a Worker whose entry file named none */
export function libraries(): Libraries {
  if (carried === undefined)
    throw new Error('libraries: got none, expected the entry file to name them');
  return carried;
}
