import { type Check, FrameRefused } from '../guard/frame.ts';

/** The reason for which a guard refuses one of some frames; undefined where all pass. */
export function refusalOf(check: Check, frames: readonly unknown[]): string | undefined {
  try {
    for (const frame of frames) check(typeof frame === 'string' ? frame : JSON.stringify(frame));
  } catch (error) {
    if (error instanceof FrameRefused) return error.refusal.reason;
    throw error;
  }
  return undefined;
}
