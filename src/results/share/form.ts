/** The part of a result that a page keeps and a link holds, and its form there. A field that is not named here is refused. */
import { z } from 'zod';
import { acceptModes, issuesText, settings, stoppingRules } from '../../core/record/index.ts';
import { ratioClasses } from '../../core/statistics/index.ts';
import { measured } from '../numbers/quantity.ts';
import { clientOf, conditionNames, PERCENTILES, placeOf, type Ratio, type Row } from '../result.ts';

/** Ids of arms from outside begin with `outside:`. */
const id = z.string().regex(/^[a-z0-9][\w.:/-]{0,79}$/i);
/** Name of a runtime, a platform or a library; nothing that could be read as markup. */
const name = z.string().regex(/^[^\p{C}<>"'`&]{1,80}$/u);
const sentence = z.string().regex(/^[^\p{C}<>`&]{1,300}$/u);
const ms = z.number().min(0).max(1e9);
const amount = z.number().positive().max(1e9);
const MOST_ARMS = 64;
const MOST_ROWS = 1024;
/** Most conditions of one row. */
const MOST_CONDITIONS = 16;
const count = z.int().min(0).max(1e9);

/** The form. @param object `z.strictObject` refuses fields that are not named here, and `z.object` leaves them out */
const formOf = (object: typeof z.strictObject) =>
  object({
    study: id,
    startedAt: z.iso.datetime(),
    seed: z.int().min(0).max(0xffffffff),
    end: z.enum(['complete', 'cancelled', 'lost']),
    tookMs: ms.optional(),
    plan: object({
      rule: z.enum(stoppingRules),
      budgetMs: ms.optional(),
      rounds: z.int().min(1).max(1e6).optional(),
      arms: z.array(id).min(1).max(MOST_ARMS),
      workloads: z.array(id).min(1).max(128),
      reference: id,
      subjects: z.array(id).max(MOST_ARMS),
    }),
    environment: object({
      setting: z.enum(settings),
      origin: z.string().regex(/^https?:\/\/[\w.:[\]-]{1,200}$/),
      network: object({ roundTripMs: ms.positive(), jitterMs: ms }).optional(),
      runtime: name,
      platform: name.optional(),
      colo: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .optional(),
      thread: z.enum(['worker', 'page']).optional(),
      clockStepUs: ms.positive(),
      accept: z.record(id, z.enum(acceptModes)),
      outside: z
        .array(
          object({
            id,
            label: name,
            arms: z
              .array(object({ name, label: name }))
              .min(1)
              .max(MOST_ARMS),
          }),
        )
        .max(MOST_ARMS)
        .optional(),
    }),
    rows: z
      .array(
        object({
          arm: id,
          workload: id,
          time: amount.optional(),
          /** By the arm that each is relative to. */
          ratios: z.record(
            id,
            // Of one launch, with both ends of its interval where it has one.
            object({
              value: amount,
              low: ms.optional(),
              high: ms.optional(),
              sessions: count,
              class: z.enum(ratioClasses).optional(),
            }),
          ),
          conditions: z
            .array(
              object({
                name: z.enum(conditionNames),
                of: name.optional(),
                value: sentence.or(z.literal('')),
              }),
            )
            .max(MOST_CONDITIONS)
            .optional(),
          counted: count,
          discarded: count,
          sessions: count,
          cannot: sentence.optional(),
          percentiles: z.array(ms.nullable()).length(PERCENTILES.length).optional(),
        }),
      )
      .max(MOST_ROWS),
  });
const strictForm = formOf(z.strictObject);
const pickedForm = formOf(z.object);

/** The part of a measured result that tables of a run show, and a link holds. */
export type SharedResult = Omit<z.output<typeof strictForm>, 'rows'> & { rows: Row[] };

/** The fields of these names that are there. */
export function pick<Item extends object, Name extends keyof Item>(
  item: Item,
  names: readonly Name[],
): Pick<Item, Name> {
  const found = names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]]));
  return Object.fromEntries(found) as Pick<Item, Name>;
}

/**
 * A result in the form of a link.
 *
 * @param against arms whose ratios stay, in addition to those to the reference of the run
 * @param detailed whether the percentiles stay
 * @throws RangeError naming the first field that is wrong
 */
export function toForm(result: SharedResult, against: readonly string[], detailed: boolean) {
  const kept = new Set([...against, result.plan.reference]);
  // A ratio stands in the row of the later of its two arms.
  const rows = result.rows.map(({ time, ratios, percentiles, ...row }) => ({
    ...row,
    time: time?.value,
    percentiles: detailed ? percentiles : undefined,
    ratios: Object.fromEntries(
      Object.entries(ratios).filter(([to]) => kept.has(to) || kept.has(row.arm)),
    ),
  }));
  return checked(pickedForm, { ...result, rows });
}

/**
 * A value as a result whose rows are of its plan.
 *
 * @throws RangeError naming the first field that is wrong, with the value got and what was expected
 */
export function fromForm(value: unknown): SharedResult {
  const { rows, ...rest } = checked(strictForm, value);
  const { plan, environment } = rest;
  const at = { place: placeOf({ environment }), client: clientOf(environment.runtime) };
  const expectKnown = (what: string, got: string, known: readonly string[]): void => {
    if (known.includes(got)) return;
    throw new RangeError(`its rows have the ${what} ${got}, and its plan has ${known.join()}`);
  };
  return {
    ...rest,
    rows: rows.map(({ time, ratios, ...row }): Row => {
      expectKnown('workload', row.workload, plan.workloads);
      for (const arm of [row.arm, ...Object.keys(ratios)]) expectKnown('arm', arm, plan.arms);
      const found: Record<string, Ratio> = {};
      for (const [to, ratio] of Object.entries(ratios)) {
        found[to] = { ...ratio, unit: '×', from: 'measured', launches: 1 };
      }
      return { ...row, ...at, ratios: found, time: measured(time) };
    }),
  };
}

/** @throws RangeError naming the first field that is wrong */
function checked<Value>(form: z.ZodType<Value>, value: unknown): Value {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RangeError(`it holds ${JSON.stringify(value)} instead of a result`);
  }
  const { success, data, error } = form.safeParse(value);
  if (success) return data;
  throw new RangeError(issuesText(error, value), { cause: error });
}
