import type { Refusal } from '../limits.ts';
export type Check = (text: string) => void;
export class FrameRefused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(`message: got one that this bench does not take: ${refusal.reason}`);
    this.refusal = refusal;
  }
}
export function checkFrame(_text: string): void {}
