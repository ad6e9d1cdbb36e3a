/** A reader’s own measurement in the place of the model’s assumptions. */
import type { Call } from './model.ts';
import type { RememberedArm, RememberedRun } from './remembered.ts';

/** Which arms of the study stand for what. */
export interface Roles {
  /** Id of the study. */
  study: string;
  /** The hand-written WebSocket: the round trip with next to no processing. */
  floor: string;
  /** Lumenize RPC’s arms, the preferred one first. */
  lumenize: readonly string[];
  capnweb: string;
}

/** What a run puts in the place of the assumptions. */
export interface FromRun {
  /** Round trip of the floor, in ms. */
  baseLatencyMs: number;
  lumenize: Call;
  capnweb: Call;
  /** The arms that the values come from. */
  arms: { floor: RememberedArm; lumenize: RememberedArm; capnweb: RememberedArm };
}

/**
 * The floor’s time is taken for the round trip, and what a library needs beyond it for that
 * library’s processing; nought where it needed less, because the noise can turn them round.
 * Undefined where the run lacks one of the three arms, or is of another study.
 */
export function fromRun(run: RememberedRun, roles: Roles): FromRun | undefined {
  if (run.study !== roles.study) return undefined;
  const find = (id: string) => run.arms.find(({ arm }) => arm === id);
  const floor = find(roles.floor);
  const lumenize = roles.lumenize.map(find).find((arm) => arm !== undefined);
  const capnweb = find(roles.capnweb);
  if (!floor || !lumenize || !capnweb) return undefined;
  const call = ({ msPerOperation, bytesPerOperation }: RememberedArm): Call => ({
    payloadBytes: Math.round(bytesPerOperation),
    processingMs: toMicroseconds(Math.max(0, msPerOperation - floor.msPerOperation)),
  });
  return {
    baseLatencyMs: toMicroseconds(floor.msPerOperation),
    lumenize: call(lumenize),
    capnweb: call(capnweb),
    arms: { floor, lumenize, capnweb },
  };
}

/** Rounded to whole µs: no client’s clock has a finer step. */
function toMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
