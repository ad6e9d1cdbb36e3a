/**
 * The short summary of a reader’s last live run: what the live bench leaves in the browser’s
 * storage, and what the network model takes up from there. It never leaves the browser.
 */
import type { Call } from './source.ts';

/** Key in the browser’s local storage. */
export const STORAGE_KEY = 'roundtrip:last-run';

/** Version of the summary’s form. One of another version is left alone. */
const VERSION = 1;

/** What one arm did in the workload. */
interface RememberedArm {
  /** `lumenize/hibernating` */
  arm: string;
  /** Median over blocks, in ms. */
  msPerOperation: number;
  /** Sent and received in one operation, both ways together, in bytes. */
  bytesPerOperation: number;
}

export interface RememberedRun {
  /** Id of the study. */
  study: string;
  /** When the run started, ISO 8601 in UTC. */
  startedAt: string;
  /** Where the Workers ran: `workerd`, `deployed`. */
  setting: string;
  /** Name and version of the browser. */
  runtime: string;
  /** Id of the workload. */
  workload: string;
  arms: RememberedArm[];
}

export function writeRemembered(run: RememberedRun): string {
  return JSON.stringify({ version: VERSION, ...run });
}

/**
 * Reads a summary back. Storage is shared by everything on this origin and outlives versions of
 * this page, so nothing in it is believed: undefined for anything but a whole summary.
 */
export function readRemembered(text: string | null): RememberedRun | undefined {
  const read = text === null ? undefined : parse(text);
  if (!isObject(read) || read['version'] !== VERSION) return undefined;
  const { study, startedAt, setting, runtime, workload, arms } = read;
  if (typeof study !== 'string' || typeof workload !== 'string') return undefined;
  if (typeof setting !== 'string' || typeof runtime !== 'string') return undefined;
  if (typeof startedAt !== 'string' || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(startedAt)) {
    return undefined;
  }
  if (!Array.isArray(arms) || !arms.every(isArm)) return undefined;
  return { study, startedAt, setting, runtime, workload, arms };
}

function isArm(value: unknown): value is RememberedArm {
  if (!isObject(value)) return false;
  const { arm, msPerOperation, bytesPerOperation } = value;
  return typeof arm === 'string' && isSize(msPerOperation) && isSize(bytesPerOperation);
}

function isSize(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: somebody else’s, or cut off.
    return undefined;
  }
}

// A reader’s own measurement in the place of the model’s assumptions.

/** Which arms of the study stand for what. */
export interface Roles {
  /** Id of the study. */
  study: string;
  /** The hand-written WebSocket: the round trip with next to no processing. */
  baseline: string;
  /** Lumenize RPC’s arms, the preferred one first. */
  lumenize: readonly string[];
  capnweb: string;
}

/** What a run puts in the place of the assumptions, and the arms that the values come from. */
export type FromRun = NonNullable<ReturnType<typeof fromRun>>;

/**
 * The baseline’s time is taken for the round trip, and what a library needs beyond it for that
 * library’s processing; nought where it needed less, because the noise can turn them round.
 * Undefined where the run lacks one of the three arms, or is of another study.
 */
export function fromRun(run: RememberedRun, roles: Roles) {
  if (run.study !== roles.study) return undefined;
  const find = (id: string) => run.arms.find(({ arm }) => arm === id);
  const baseline = find(roles.baseline);
  const lumenize = roles.lumenize.map(find).find((arm) => arm !== undefined);
  const capnweb = find(roles.capnweb);
  if (!baseline || !lumenize || !capnweb) return undefined;
  const call = ({ msPerOperation, bytesPerOperation }: RememberedArm): Call => ({
    payloadBytes: Math.round(bytesPerOperation),
    processingMs: toMicroseconds(Math.max(0, msPerOperation - baseline.msPerOperation)),
  });
  return {
    /** Round trip of the baseline, in ms. */
    baseLatencyMs: toMicroseconds(baseline.msPerOperation),
    lumenize: call(lumenize),
    capnweb: call(capnweb),
    arms: { baseline, lumenize, capnweb },
  };
}

/** Rounded to whole µs: no client’s clock has a finer step. */
function toMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
