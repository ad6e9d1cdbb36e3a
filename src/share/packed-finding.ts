/** A finding as bytes: what it is of as JSON in a line, then its rows as numbers. */
import { z } from 'zod';
import { describeIssue, settings, stoppingRules } from '../harness/record/index.ts';
import type { Finding } from '../report/finding.ts';
import { NumberReader, readRows, toBytes, toNumbers } from './rows.ts';

const id = z.string().regex(/^[a-z0-9][\w./-]{0,63}$/i);
/** What a runtime or a platform calls itself; nothing that could be read as markup. */
const name = z.string().regex(/^[^\p{C}<>"'`&]{1,80}$/u);
const ms = z.number().min(0).max(1e9);

/** Strict: a field that is not named here is refused. */
const headSchema = z.strictObject({
  study: id,
  startedAt: z.iso.datetime(),
  seed: z.int().min(0).max(0xffffffff),
  end: z.enum(['complete', 'cancelled', 'lost']),
  tookMs: ms.optional(),
  plan: z.strictObject({
    rule: z.enum(stoppingRules),
    budgetMs: ms.optional(),
    rounds: z.int().min(1).max(1e6).optional(),
    arms: z.array(id).min(1).max(64),
    workloads: z.array(id).min(1).max(128),
    reference: id.optional(),
    subjects: z.array(id).min(1).max(64).optional(),
  }),
  environment: z.strictObject({
    setting: z.enum(settings),
    origin: z.string().regex(/^https?:\/\/[\w.:[\]-]{1,200}$/),
    network: z.strictObject({ roundTripMs: ms.positive(), jitterMs: ms }).optional(),
    runtime: name,
    platform: name.optional(),
    colo: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
    thread: z.enum(['worker', 'page']).optional(),
    clockStepUs: ms.positive(),
  }),
});

const LINE_FEED = 0x0a;

/**
 * @param distributions how many workloads keep theirs; of the others the quantiles are left out
 * @throws RangeError for a finding that {@link fromPacked} would refuse
 */
export function toPacked(finding: Finding, distributions: number): Uint8Array<ArrayBuffer> {
  const { workloads, ...head } = finding;
  const numbers = workloads.flatMap((each, at) => {
    const arms =
      at < distributions ? each.arms : each.arms.map((arm) => ({ ...arm, quantiles: [] }));
    return toNumbers({ ...each, arms }, head.plan.arms);
  });
  return joined(JSON.stringify(checkedHead(head)), numbers);
}

/** The line of the head and the numbers behind it. */
export function joined(head: string, numbers: readonly number[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array([...new TextEncoder().encode(head), LINE_FEED, ...toBytes(numbers)]);
}

/**
 * What {@link toPacked} was given: amounts have four digits.
 *
 * @throws RangeError naming what was got and expected, for bytes that are no finding
 */
export function fromPacked(bytes: Uint8Array): Finding {
  const end = bytes.indexOf(LINE_FEED);
  if (end === -1) throw new RangeError(`got ${bytes.length} bytes in one line, expected two`);
  const head = checkedHead(parse(bytes.subarray(0, end)));
  const reader = new NumberReader(bytes.subarray(end + 1));
  const workloads = head.plan.workloads.map((each) => readRows(reader, each, head.plan.arms));
  reader.end();
  return { ...head, workloads };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new RangeError('got text that is not JSON, expected a result', { cause });
  }
}

/** @throws RangeError naming the first field that is wrong */
function checkedHead(value: unknown): z.infer<typeof headSchema> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RangeError(`got ${JSON.stringify(value)}, expected the object of a result`);
  }
  const { success, data, error } = headSchema.safeParse(value);
  if (success) return data;
  throw new RangeError(
    error.issues
      .slice(0, 1)
      .map((issue) => describeIssue(issue, value))
      .join(),
  );
}
