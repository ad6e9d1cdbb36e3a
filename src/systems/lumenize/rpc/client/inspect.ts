/** For looking at what a client sends, as it is sent. */
import type { BatchRequest } from './transport.ts';

let inspecting = false;
let last: BatchRequest | null = null;

/** Says whether the last batch of all clients is kept; ending it forgets the one that was. */
export function setInspectMode(enabled: boolean): void {
  inspecting = enabled;
  if (!enabled) last = null;
}

/** The last batch that was sent while the mode was on; null where there is none. */
export function getLastBatchRequest(): BatchRequest | null {
  return last;
}

/** Keeps a batch where the mode is on. */
export function inspect(request: BatchRequest): void {
  if (inspecting) last = request;
}
