import type { Outcome } from '../probe.ts';
import { difference, show } from './same.ts';

export const pass = (detail: string): Outcome => ({ result: 'pass', detail });
export const partly = (detail: string): Outcome => ({ result: 'partly', detail });
export const fail = (detail: string): Outcome => ({ result: 'fail', detail });

/** Code for a system of which the question cannot be asked. */
export const notApplicable = (why: string) => async (): Promise<Outcome> => ({
  result: 'not-applicable',
  detail: why,
});

/** How a call ended. */
export type Ending =
  | { state: 'resolved'; value: unknown }
  | { state: 'rejected'; error: unknown }
  | { state: 'pending' };

/** Longest that {@link endingOf} watches a call, in ms: far above what any takes that does end. */
const PATIENCE_MS = 4_000;

/** Makes a call and watches how it ends; one that still waits after four seconds is pending. */
export function endingOf(call: () => unknown): Promise<Ending> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ state: 'pending' }), PATIENCE_MS);
    const end = (ending: Ending) => {
      clearTimeout(timer);
      resolve(ending);
    };
    (async () => await call())().then(
      (value) => end({ state: 'resolved', value }),
      (error: unknown) => end({ state: 'rejected', error }),
    );
  });
}

/** An ending in a clause. */
export function describe(ending: Ending): string {
  if (ending.state === 'pending') return 'the call never settles';
  if (ending.state === 'resolved') return `the call answers ${show(ending.value)}`;
  return `the call fails: ${messageOf(ending.error)}`;
}

/** `TypeError: boom`, shortened. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : show(error);
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}

/** Passes when the call answers exactly this; fails saying what came instead. */
export async function answers(call: () => unknown, expected: unknown): Promise<Outcome> {
  const ending = await endingOf(call);
  if (ending.state !== 'resolved') return fail(describe(ending));
  const other = difference(expected, ending.value);
  return other === undefined ? pass(`answers ${show(expected)}`) : fail(other);
}

/** Passes when the call is refused; fails where it answers. */
export async function refuses(call: () => unknown): Promise<Outcome> {
  const ending = await endingOf(call);
  return ending.state === 'rejected'
    ? pass(`refused: ${messageOf(ending.error)}`)
    : fail(describe(ending));
}

/** Waits until a condition holds, asking again after each turn of the event loop. */
export async function until(holds: () => unknown): Promise<boolean> {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return false;
}
