/** The arms of the study of windows and workers, as data: every system in every place. */
import type { Reasons } from '../../harness/plan/index.ts';
import { allSystems } from '../../systems/index.ts';
import type { Kind, Place } from '../contestant.ts';

const placeNames: Readonly<Record<Place, string>> = {
  worker: 'to a worker',
  frame: 'to a frame',
  sandbox: 'to a sandboxed frame',
  port: 'between workers',
  'worker-port': 'to a worker through a port',
  'frame-port': 'to a frame through a port',
  'sandbox-port': 'to a sandboxed frame through a port',
};

export interface WindowArm {
  /** `comlink/worker`. */
  id: string;
  system: string;
  place: Place;
  /** Undefined between workers. */
  kind: Kind | undefined;
  /** Whether it speaks through a port that was handed to the other side, and not through that itself. */
  throughPort: boolean;
  /** The part of its label after its system’s name. */
  placeName: string;
  /** Workloads that it cannot do. */
  cannot: Reasons;
  /** Why it can do none of them; undefined where it can. */
  impossible: string | undefined;
}

export const windowArms: readonly WindowArm[] = Object.entries(placeNames).flatMap(
  ([name, placeName]) => {
    const place = name as Place;
    const [kind, port] = place === 'port' ? [undefined, 'port'] : place.split('-');
    return allSystems.flatMap(({ id: system, window }): WindowArm[] => {
      if (window === undefined) return [];
      const { cannot = {}, impossible = {}, throughPort = false } = window;
      // One that speaks through ports everywhere has no other arms, and one that takes none has none of these.
      const isAnother = kind !== undefined && port !== undefined;
      if (isAnother && (throughPort || impossible.port !== undefined)) return [];
      return [
        {
          ...{ id: `${system}/${place}`, system, place, placeName, cannot },
          ...{ kind: kind as Kind | undefined, impossible: impossible[place] },
          throughPort: throughPort || port !== undefined,
        },
      ];
    });
  },
);
