import type { ClientLoad } from '../record/index.ts';

/** The bench was lost: why, without a full stop, and a failure to be shown in words of its own. */
export interface Lost<Failure = unknown> {
  kind: 'lost';
  why: string;
  failure?: Failure;
}

/** The outside of the core. Tests give it a clock and connections of their own. */
export interface World<Failure = unknown> {
  /** A monotonic clock, in ms. */
  now(): number;
  /** Calls back after a delay in ms; returns what cancels it. */
  after(delayMs: number, callback: () => void): () => void;
  /** Makes the random id of a fresh object: a UUID of version 4. */
  freshObject(): string;
  /** The way to the other ends, such as a bench; the arms’ `connect` knows its form. */
  through?: unknown;
  /** Version of HTTP that requests to an object went over, such as `h2`; undefined where the runtime does not tell. */
  protocolTo?(object: string): string | undefined;
  /** How busy the client was since this was last asked; absent where the runtime does not tell. */
  load?(): ClientLoad;
  /** Notices that the other end has stopped answering; absent where nobody can be asked. */
  silence?: Silence;
  /** Whether somebody can see the page. Absent where there is no page to hide. */
  presence?: Presence;
  /**
   * Called after a connection failed or was lost. Waits until the bench answers again, or says why it
   * is no use to go on. Without it a run goes on at once.
   */
  recover?(signal: AbortSignal): Promise<Lost<Failure> | undefined>;
}

/** Watches whether the other end still answers, whatever it is busy with. */
export interface Silence {
  readonly isSilent: boolean;
  /** Has it asked, because nothing came since a moment on the world’s clock; at once, and once at a time. */
  doubt(since: number): void;
  /** Calls back once it is found silent, at once where it is; returns what stops listening. */
  onSilent(callback: () => void): () => void;
}

export interface Presence {
  readonly hidden: boolean;
  /** Calls back when the page is hidden; returns what stops listening. */
  onHide(callback: () => void): () => void;
  /** Resolves once the page is visible; rejects with the signal's reason when aborted. */
  visible(signal: AbortSignal): Promise<void>;
}
