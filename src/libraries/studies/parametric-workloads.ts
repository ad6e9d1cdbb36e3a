/**
 * Workloads of any payload size and any number of calls, by their ids: `echo-2500x8` is eight calls in one tick,
 * each with 2,500 bytes there and back. An id has one spelling. No client is loaded, so that any page can read ids.
 */
import type { WorkloadOutline } from '../../core/plan/index.ts';
import type { Load } from '../../core/record/index.ts';
import { type PayloadWay, payloadWays } from '../../wire/service/payloads.ts';

/** Limits of a load. Some libraries send all calls of a tick as one message, and the bench takes 2 MiB of it. */
export const payloadLimits = { bytes: 1_000_000, calls: 64, bytesAtOnce: 2_000_000 } as const;

export interface PayloadLoad {
  /** The word that its id begins with. */
  way: PayloadWay;
  /** Payload of a call each way it travels, in bytes. */
  bytes: number;
  /** Calls made at once, in one tick. */
  calls: number;
}

export const payloadForm = `up, down or echo with bytes and calls at once, such as echo-2500x8 (at most ${payloadLimits.bytes} bytes, ${payloadLimits.calls} calls and ${payloadLimits.bytesAtOnce} bytes at once)`;

const FORM = /^(up|down|echo)-(\d+)x(\d+)$/;

export function payloadId({ way, bytes, calls }: PayloadLoad): string {
  return `${way}-${bytes}x${calls}`;
}

/**
 * Reads the load of an id; undefined for an id of another form.
 *
 * @throws RangeError naming the value got and expected, if it asks for too much or has a second spelling
 */
export function readPayloadId(id: string): PayloadLoad | undefined {
  const [, way, bytes = '', calls = ''] = FORM.exec(id) ?? [];
  if (way === undefined) return undefined;
  const load = { way: way as PayloadWay, bytes: Number(bytes), calls: Number(calls) };
  const wrong = wrongWith(load);
  if (wrong !== undefined) throw new RangeError(`workload ${id}: ${wrong}`);
  if (payloadId(load) === id) return load;
  throw new RangeError(`workload: got "${id}", expected it spelt "${payloadId(load)}"`);
}

/** Why a load is too large: the value got and the value expected. Undefined for one within the limits. */
function wrongWith({ bytes, calls }: PayloadLoad): string | undefined {
  const ranges = [
    ['bytes', bytes, 0, payloadLimits.bytes],
    ['calls at once', calls, 1, payloadLimits.calls],
  ] as const;
  for (const [what, got, least, most] of ranges) {
    if (got >= least && got <= most) continue;
    return `got ${got} ${what}, expected a whole number from ${least} to ${most}`;
  }
  const atOnce = bytes * calls;
  if (atOnce <= payloadLimits.bytesAtOnce) return undefined;
  return `got ${bytes} bytes × ${calls} calls, expected at most ${payloadLimits.bytesAtOnce} bytes at once`;
}

/** Its names and its load, as far as a page needs them before a run. */
export function payloadOutline(load: PayloadLoad): WorkloadOutline & Load {
  const { way, bytes, calls } = load;
  const { name, spoken, carries, crossings } = payloadWays[way];
  const size = sizeText(bytes);
  const bytesPerOperation = crossings * bytes * calls;
  return {
    id: payloadId(load),
    label: `${name} of ${size}${calls === 1 ? '' : `, ${calls} calls at once`}`,
    question:
      calls === 1
        ? `How long does a call take ${carries} ${size} of text?`
        : `How long is it until ${calls} calls made at once, each ${carries} ${size} of text, are all answered?`,
    spoken: `${spoken} ${size}${calls === 1 ? '' : ` ${calls} times at once`}`,
    group: 'Payload and calls of your own',
    callsPerOperation: calls === 1 ? undefined : calls,
    bytesPerOperation: bytesPerOperation === 0 ? undefined : bytesPerOperation,
  };
}

/** Bytes to the last digit, so that two sizes never have one name: `2.501 kB`. */
function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${bytes / 1000} kB` : `${bytes / 1_000_000} MB`;
}
