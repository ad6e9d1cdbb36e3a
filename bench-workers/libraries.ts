import type { AcceptMode } from '../src/core/record/index.ts';
import type { SystemData, Served } from '../src/wire/system-data.ts';
import type { SpokenBetween } from './between/batch.ts';
import type { Server } from './server.ts';

/** The libraries of this Worker. Its entry file names them, so that this room imports none. */
export interface Libraries {
  served: readonly Served[];
  /** Libraries whose package is not installed. */
  notInstalled: readonly Pick<SystemData, 'id' | 'label' | 'needs'>[];
  /** How the connections of an arm are accepted; undefined for an unknown arm. */
  acceptOf(system: string, arm: string): AcceptMode | undefined;
  /** Loads the server half of one of `served`. */
  load(system: string): Promise<Server>;
  /** Protocols of libraries between two objects, by the name of the way. */
  between: Readonly<Record<string, SpokenBetween>>;
}

let carried: Libraries | undefined;

/** Sets the libraries of the Worker, before its first request. */
export function carry(libraries: Libraries): void {
  carried = libraries;
}

/** @throws Error in a Worker whose entry file named none */
export function libraries(): Libraries {
  if (carried !== undefined) return carried;
  throw new Error('libraries: got none, expected the entry file to name them');
}
