import { median } from 'simple-statistics';
import { WARM_UP_PART } from '../plan/index.ts';

/** Fewest stretches before an arm may count as warm, in the first session and in later ones. */
export const FEWEST = { first: 16, later: 2 } as const;

/** Part of a workload’s time that its first warm-up may take, and part of a session’s for the others. */
export const WARM_UP_SHARE = { first: 0.15, later: WARM_UP_PART } as const;
/** Longest first warm-up, in ms: far away, what still falls is small beside the network’s time. */
export const LONGEST_MS = 750;

/** The newer half of the times is no longer falling once it reaches this part of the older half. */
const NO_LONGER_FALLING = 0.97;

/**
 * Tells when to stop warming up: an arm is warm once the median time of the newer half of its
 * stretches lies no more than 3 % under that of the older half. Times that fall take at least as
 * long flat as they took to fall, whatever the scale of either. It stays warm: noise would let
 * several arms hardly ever look warm at once.
 */
export class WarmUp {
  /** Whether no more is needed. */
  warm = false;
  readonly #times: number[] = [];
  readonly #fewest: number;

  /** @param fewest stretches, at least 2 */
  constructor(fewest: number) {
    this.#fewest = fewest;
  }

  /** @param time of an operation in the newest stretch, in any unit */
  add(time: number): void {
    this.#times.push(time);
    this.warm ||= this.#isFlat();
  }

  #isFlat(): boolean {
    const { length } = this.#times;
    if (length < this.#fewest) return false;
    const half = length >> 1;
    const newer = median(this.#times.slice(length - half));
    const older = median(this.#times.slice(length - 2 * half, length - half));
    return newer >= NO_LONGER_FALLING * older;
  }
}
