/** The answer to a question that was put to a system by code, and how that code finds it. */
/** How a probe came out. `partly` and `not-applicable` say why in the detail. */
export const results = ['pass', 'partly', 'fail', 'not-applicable'] as const;
export type Result = (typeof results)[number];

/** The answer for one system: always from what a real client and a real server did. */
export interface Outcome {
  result: Result;
  /** The observation, in a sentence or a clause. */
  detail: string;
}

export const pass = (detail: string): Outcome => ({ result: 'pass', detail });
export const partly = (detail: string): Outcome => ({ result: 'partly', detail });
export const fail = (detail: string): Outcome => ({ result: 'fail', detail });
export const notApplicable = (detail: string): Outcome => ({ result: 'not-applicable', detail });

/** The answer of a library that needed help, which passes in part only. @param help the words behind what it did */
export const helped = ({ result, detail }: Outcome, help: string): Outcome =>
  result === 'pass' ? partly(`${detail}, ${help}`) : fail(detail);

/** How a call ended. */
export type Ending =
  | { state: 'resolved'; value: unknown }
  | { state: 'rejected'; error: unknown }
  | { state: 'pending' };

/**
 * How long {@link endingOf} watches a call: far longer than any takes that does end. Counted in
 * slices, so that a thread that was busy for a while has used up one of them and not all.
 */
const SECONDS = 5;
const SLICES_A_SECOND = 10;
const SLICE_MS = 1000 / SLICES_A_SECOND;

const slice = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Makes a call and watches how it ends; one that still waits after so many seconds is pending. */
export async function endingOf(call: () => unknown, seconds = SECONDS): Promise<Ending> {
  const ending = (async () => await call())().then(
    (value): Ending => ({ state: 'resolved', value }),
    (error: unknown): Ending => ({ state: 'rejected', error }),
  );
  for (let each = 0; each < seconds * SLICES_A_SECOND; each += 1) {
    const first = await Promise.race([ending, slice(SLICE_MS)]);
    if (first !== undefined) return first;
  }
  return { state: 'pending' };
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

/** Thrown by a probe whose call had to answer and did not. Its result is `fail`. */
export class NoAnswer extends Error {}

/** Thrown by a probe if a system lacks the subject of the question: a stream that never came did not fail to end. */
export class NoSubject extends NoAnswer {}

/** The result of a probe. It failed if a call that had to answer did not. */
export async function outcomeOf(run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof NoSubject) return notApplicable(cause.message);
    if (cause instanceof NoAnswer) return fail(cause.message);
    throw cause;
  }
}

/** How long a call is watched that has to answer, in seconds: a busy machine takes long. */
const LONG_SECONDS = 20;

/** The answer of a call. Without one the probe fails and says how the call ended. */
export async function answerOf(call: () => unknown): Promise<unknown> {
  const ending = await endingOf(call, LONG_SECONDS);
  if (ending.state === 'resolved') return ending.value;
  throw new NoAnswer(describe(ending));
}

/** The subject of a question. Without an answer the question is not applicable and says what is missing. */
export async function subjectOf<Value>(
  missing: string,
  find: () => Promise<Value>,
): Promise<Value> {
  try {
    return await find();
  } catch (cause) {
    if (cause instanceof NoAnswer) throw new NoSubject(`${missing}: ${cause.message}`, { cause });
    throw cause;
  }
}

/** Passes when the call answers exactly this; fails saying what came instead. */
export async function answers(call: () => unknown, expected: unknown): Promise<Outcome> {
  const other = difference(expected, await answerOf(call));
  return other === undefined ? pass(`answers ${show(expected)}`) : fail(other);
}

/** Passes if the call is rejected, with its error after a word or two. */
export async function rejects(call: () => unknown, before = ''): Promise<Outcome> {
  const ending = await endingOf(call);
  return ending.state === 'rejected'
    ? pass(before + messageOf(ending.error))
    : fail(describe(ending));
}

/** Longest time that {@link until} asks, in ms. */
const LONGEST_UNTIL_MS = 12_000;

/** Waits until a condition holds, with growing pauses. @returns false if it never does */
export async function until(holds: () => unknown): Promise<boolean> {
  const endsAt = performance.now() + LONGEST_UNTIL_MS;
  let pause = SLICE_MS / 10;
  for (let waited = 0; waited < SECONDS * 1000 && performance.now() < endsAt; waited += pause) {
    if (await holds()) return true;
    await slice(pause);
    pause = Math.min(pause * 1.25, SLICE_MS);
  }
  return false;
}

// Values as a person would write them: two are alike in everything that can travel where they are written alike.

/** Undefined where the two are alike; otherwise how the second differs, in a clause. */
export function difference(expected: unknown, got: unknown): string | undefined {
  if (written(expected, Infinity) === written(got, Infinity)) return undefined;
  return `arrives as ${show(got)} where ${show(expected)} was sent`;
}

/** A value, shortened. */
export function show(value: unknown): string {
  const text = written(value, 3);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** @param places of the objects written so far: a cycle or an alias is one at the other end too */
function written(value: unknown, depth: number, places = new Map<object, number>()): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const place = places.get(value);
  if (place !== undefined) return `#${place}`;
  places.set(value, places.size);
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  const text = textOf(value);
  if (text !== undefined) return `${kind}(${text})`;
  if (depth === 0) return '…';
  const parts = partsOf(value).map(([key, each]) => {
    const name =
      value instanceof Map ? `${written(key, depth - 1, places)} → ` : `${String(key)}: `;
    const isList = Array.isArray(value) || value instanceof Set;
    return (isList ? '' : name) + written(each, depth - 1, places);
  });
  const all = parts.join(', ');
  if (Array.isArray(value)) return `[${all}]`;
  return kind === 'Object' ? `{${all}}` : `${kind}{${all}}`;
}

/** The content of values that have no parts to walk. */
function textOf(value: object): string | undefined {
  if (value instanceof Date) return String(value.getTime());
  if (value instanceof RegExp || value instanceof URL) return String(value);
  if (value instanceof Headers) return JSON.stringify([...value]);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof ArrayBuffer) return [...new Uint8Array(value)].join();
  if (ArrayBuffer.isView(value)) {
    return [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)].join();
  }
  return undefined;
}

function partsOf(value: object): Array<readonly [unknown, unknown]> {
  if (value instanceof Map) return [...value];
  if (value instanceof Set) return [...value].map((each, index) => [index, each] as const);
  // The order of an object's keys is no part of its value.
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
}
