/** The arms of the study of windows and workers, as data: every system in every place. */
import type { Reasons } from '../../harness/plan/index.ts';
import { type Place, places, type Speaker, speakers } from './channel.ts';

const placeNames: Readonly<Record<Place, string>> = {
  worker: 'to a worker',
  frame: 'to a frame',
  sandbox: 'to a sandboxed frame',
  port: 'between workers',
};

const NO_TRANSFER = ['transfer-1m', 'transfer-16m'] as const;

/** Workloads that a system cannot do in any place, each with the reason. */
const lacks: Readonly<Partial<Record<Speaker, Reasons>>> = {
  kkrpc: {
    ...reasons(NO_TRANSFER, 'It writes every message as text, so that nothing can be handed over.'),
    object: 'Its calls carry data and functions; an object arrives as a copy of its fields.',
  },
  capnweb: {
    ...reasons(NO_TRANSFER, 'It posts its messages without a list of what to hand over.'),
    structured: 'It carries neither Map nor Set.',
  },
  birpc: {
    ...reasons(NO_TRANSFER, 'It gives whoever posts its messages no list of what to hand over.'),
    object: 'Its calls carry data; an object arrives as a copy of its fields.',
  },
};

/** Why a system cannot be in a place at all, by arm. */
const impossible: Readonly<Record<string, string>> = {
  'kkrpc/port': 'Its adapters take a worker or a window, and none takes a MessagePort.',
};

function reasons(workloads: readonly string[], why: string): Reasons {
  return Object.fromEntries(workloads.map((id) => [id, why]));
}

export interface WindowArm {
  /** `comlink/worker`. */
  id: string;
  system: Speaker;
  place: Place;
  /** The part of its label after its system’s name. */
  placeName: string;
  /** Workloads that it cannot do. */
  cannot: Reasons;
  /** Why it can do none of them; undefined where it can. */
  impossible: string | undefined;
}

export const windowArms: readonly WindowArm[] = places.flatMap((place) =>
  speakers.map((system) => {
    const id = `${system}/${place}`;
    return {
      ...{ id, system, place, placeName: placeNames[place] },
      ...{ cannot: lacks[system] ?? {}, impossible: impossible[id] },
    };
  }),
);
