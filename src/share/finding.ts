/** The form of a finding in a link. Strict: a field that is not named here is refused. */
import { z } from 'zod';
import { describeIssue, settings, stoppingRules } from '../harness/record/index.ts';
import { type Finding, QUANTILES } from '../report/finding.ts';

const id = z.string().regex(/^[a-z0-9][\w./-]{0,63}$/i);
/** What a runtime or a platform calls itself; nothing that could be read as markup. */
const name = z.string().regex(/^[^\p{C}<>"'`&]{1,80}$/u);
const ms = z.number().min(0).max(1e9);
const MOST_ARMS = 64;

const head = {
  study: id,
  startedAt: z.iso.datetime(),
  seed: z.int().min(0).max(0xffffffff),
  end: z.enum(['complete', 'cancelled', 'lost']),
  tookMs: ms.optional(),
  plan: z.strictObject({
    rule: z.enum(stoppingRules),
    budgetMs: ms.optional(),
    rounds: z.int().min(1).max(1e6).optional(),
    arms: z.array(id).min(1).max(MOST_ARMS),
    workloads: z.array(id).min(1).max(128),
    reference: id.optional(),
    subjects: z.array(id).min(1).max(MOST_ARMS).optional(),
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
};

const ratio = z.strictObject({
  arm: id,
  ratio: ms.positive(),
  low: ms.exactOptional(),
  high: ms.exactOptional(),
  level: z.number().min(0).max(1).exactOptional(),
  neededMs: z.number().min(0).exactOptional(),
  flaw: z.enum(['no-interval', 'differs', 'wide']).exactOptional(),
  verdict: z.enum(['faster', 'slower', 'equal', 'undecided']),
});

const time = z.strictObject({
  arm: id,
  median: ms,
  low: ms.exactOptional(),
  high: ms.exactOptional(),
  network: ms.exactOptional(),
  quantiles: z.union([z.array(ms).length(0), z.array(ms).length(QUANTILES.length)]),
});

const workload = z.strictObject({
  id,
  ratios: z.array(ratio).max(MOST_ARMS),
  arms: z.array(time).max(MOST_ARMS),
});

export const headSchema = z.strictObject(head);
const findingSchema = z.strictObject({ ...head, workloads: z.array(workload) });

/**
 * A value as a finding whose rows are of its plan.
 *
 * @throws RangeError naming the first field that is wrong, with the value got and what was expected
 */
export function checkedFinding(value: unknown): Finding {
  const finding = checked(findingSchema, value);
  const { arms, workloads } = finding.plan;
  const ids = finding.workloads.map((each) => each.id);
  if (ids.join() !== workloads.join()) {
    throw new RangeError(`workloads: got ${ids.join()}, expected ${workloads.join()}`);
  }
  for (const { arm } of finding.workloads.flatMap((each) => [...each.ratios, ...each.arms])) {
    if (!arms.includes(arm)) {
      throw new RangeError(`workloads: got the arm ${arm}, expected one of ${arms.join()}`);
    }
  }
  return finding;
}

/** @throws RangeError naming the first field that is wrong */
export function checked<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RangeError(`got ${JSON.stringify(value)}, expected the object of a result`);
  }
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [first] = error.issues;
  throw new RangeError(first === undefined ? 'got no result' : describeIssue(first, value));
}
