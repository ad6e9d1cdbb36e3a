/** An honest visitor: a small run over some arms, each with a counter of its own that is checked. */
import { randomUUID } from 'node:crypto';
import type { CounterOperations } from '../../../places/bench/operations.ts';
import type { Arm } from '../../../harness/plan/index.ts';
import { callingWith } from '../../shared/identify.ts';
import { benchChannel } from '../../../places/bench/bench.ts';

/** Header that tells visitors apart; only the bench that this command starts trusts it. */
export const VISITOR_HEADER = 'Roundtrip-Visitor';

/** Longest that a call or an opening is waited for, in ms: on one machine, more is a hang. */
const DEADLINE_MS = 30_000;

/** What became of a visit. */
export interface Visit {
  /** Time of each call, in ms. */
  callsMs: number[];
  /** Arms whose counter held what was asked. */
  right: number;
  /** Calls that were answered and are missing from a counter, and those counted more than once. */
  lost: number;
  doubled: number;
  /** Calls and openings that were not answered in time. */
  hanging: number;
  /** Refusals by what the bench says was reached. */
  refused: Record<string, number>;
  /** What went wrong and gave no reason. */
  troubles: string[];
}

class Hanging extends Error {}

async function inTime<Value>(what: string, value: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Hanging(`${what}: no answer`)), DEADLINE_MS);
  try {
    return await Promise.race([value, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Visits each arm once, one after the other, with so many calls. Never rejects. */
export async function visit(
  origin: string,
  name: string,
  arms: ReadonlyArray<Arm<CounterOperations>>,
  calls: number,
): Promise<Visit> {
  const result: Visit = {
    ...{ callsMs: [], right: 0, lost: 0, doubled: 0, hanging: 0, refused: {}, troubles: [] },
  };
  const calling = callingWith({ [VISITOR_HEADER]: name });
  for (const arm of arms) {
    try {
      const connect = await arm.load();
      const opening = connect(benchChannel({ origin, object: randomUUID(), ...calling }));
      const connection = await inTime(`${arm.id} opening`, opening);
      try {
        await count(arm.id, connection.operations, calls, result);
      } finally {
        connection.close();
      }
    } catch (error) {
      if (error instanceof Hanging) result.hanging += 1;
      else await explain(error, `${origin}/bench/${arm.id}`, calling.fetch, result);
    }
  }
  return result;
}

async function count(
  arm: string,
  counter: CounterOperations,
  calls: number,
  result: Visit,
): Promise<void> {
  for (let call = 0; call < calls; call += 1) {
    const startedAt = performance.now();
    await inTime(arm, counter.increment(1));
    result.callsMs.push(performance.now() - startedAt);
  }
  const held = await inTime(arm, counter.getValue());
  if (held === calls) result.right += 1;
  result.lost += Math.max(0, calls - held);
  result.doubled += Math.max(0, held - calls);
}

/** Asks the bench why it refused: a plain GET of an address is answered with the reason. */
async function explain(
  error: unknown,
  arm: string,
  fetch: typeof globalThis.fetch,
  result: Visit,
): Promise<void> {
  const [, system = ''] = /\/bench\/([^/]+)/.exec(arm) ?? [];
  const suffix = system === 'lumenize' ? '/call' : '';
  const response = await fetch(`${arm}/${randomUUID()}${suffix}`).catch(() => undefined);
  const body = (await response?.json().catch(() => null)) as { reached?: string } | null;
  if (response?.status === 429 && typeof body?.reached === 'string') {
    result.refused[body.reached] = (result.refused[body.reached] ?? 0) + 1;
  } else {
    result.troubles.push(`${arm}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
