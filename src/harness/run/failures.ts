/** Arms that keep failing at a workload, and are left out of it. */
import type { ArmSession, Session } from '../record/index.ts';
import type { RunStep } from './events.ts';

/** Sessions of a workload in a row in which an arm has nothing that counts, or stalls, before it is left out. */
const FAILED_LANES = 3;

/** Whether an arm got as far as its object: without an answer to its connect it did not. */
export function gotAnswer({ void: reason, connectUs }: ArmSession): boolean {
  return reason !== 'connect' && (reason !== 'stalled' || connectUs !== undefined);
}

/** Whether an arm ended before its first operation. Where all do, no time is spent, and a run would not end. */
export function didNothing({ void: reason, warmUp }: ArmSession): boolean {
  return reason !== undefined && reason !== 'hidden' && warmUp === 0;
}

/** Failures in a row, by workload and arm: one kind of operation says nothing of another. */
export class Failures {
  readonly #counts = new Map<string, number>();

  isLeftOut(workload: string, arm: string): boolean {
    return (this.#counts.get(keyOf(workload, arm)) ?? 0) >= FAILED_LANES;
  }

  /** Counts the failures of a session; gives the arms that are left out from now on. */
  take({ workload, arms, turns }: Session): RunStep[] {
    return arms.flatMap(({ arm, void: whole, detail }): RunStep[] => {
      const own = turns.filter((turn) => turn.arm === arm);
      const wrong = own.find(({ void: reason }) => reason !== undefined && reason !== 'hidden');
      const counts = whole === undefined && own.some(({ void: reason }) => reason === undefined);
      const reason = whole ?? wrong?.void;
      const failed = reason === 'stalled' || (reason !== undefined && !counts);
      const key = keyOf(workload, arm);
      const failures = failed ? (this.#counts.get(key) ?? 0) + 1 : 0;
      const someoneElse = arms.some((each) => each.arm !== arm && gotAnswer(each));
      // The last of a workload stays: without anybody it would never have its time.
      this.#counts.set(key, someoneElse ? failures : Math.min(failures, FAILED_LANES - 1));
      if (!this.isLeftOut(workload, arm)) return [];
      return [{ type: 'left-out', arm, workload, why: detail ?? wrong?.detail ?? 'it failed' }];
    });
  }
}

function keyOf(workload: string, arm: string): string {
  return JSON.stringify([workload, arm]);
}
