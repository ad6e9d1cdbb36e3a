/** A result as text that an address may hold, and back. A field that is not named here is refused. */
import { findWorkload, type StudyOutline, withOutsideOf } from '../../core/plan/index.ts';
import {
  CONTROL,
  acceptModes,
  issuesText,
  settings,
  stoppingRules,
} from '../../core/record/index.ts';
import { outlines } from '../../libraries/studies/outlines.ts';
import { allSystems } from '../../libraries/systems/index.ts';
import { z } from 'zod';
import { ratioClasses } from '../../core/statistics/index.ts';
import { measuredMs } from '../numbers/quantity.ts';
import { clientOf, conditionNames, PERCENTILES, placeOf, type Ratio, type Row } from '../result.ts';

/** Version of the form; it stands in front. */
const VERSION = '1';
/** Longest text with distributions, in characters: mail and chat programs cut or break longer addresses. */
export const LONGEST = 5900;
/** Longest text that is made and looked at, in characters. */
const MOST = 20_000;
/** Most bytes that are read of a text. No result has more. */
const MOST_BYTES = 256 * 1024;
/** Digits that an amount keeps: more than any page shows. */
const DIGITS = 6;

/**
 * A result as text for the fragment of an address: JSON, deflated, in base64url. Percentiles that would make it
 * longer than {@link LONGEST} are left out.
 *
 * @param against arms whose ratios stay, in addition to those to the reference of the run
 * @throws RangeError for a result that {@link unpackResult} would refuse
 */
export async function packResult(
  result: SharedResult,
  against: readonly string[] = [],
): Promise<string> {
  const whole = await pack(toForm(result, against, true));
  if (whole.length <= LONGEST) return whole;
  const packed = await pack(toForm(result, against, false));
  if (packed.length <= MOST) return packed;
  throw new RangeError(
    `This result does not fit into a link: it takes ${packed.length} characters, and a link holds ${MOST}.`,
  );
}

async function pack(form: object): Promise<string> {
  const json = JSON.stringify(form, (_key, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value)
      ? Number(value.toPrecision(DIGITS))
      : value,
  );
  expectKnown(fromForm(JSON.parse(json)));
  const stream = new Blob([json]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return `${VERSION}.${toBase64Url(new Uint8Array(await new Response(stream).arrayBuffer()))}`;
}

/**
 * The result in a text that {@link packResult} made. Nothing of the text is believed: another form is refused, and
 * so are studies, arms and operations that this site lacks.
 *
 * @throws RangeError with a sentence for the reader
 */
export async function unpackResult(text: string): Promise<SharedResult> {
  const [, version, body] = /^(\d{1,9})\.(.*)$/s.exec(text) ?? [];
  if (version === undefined || body === undefined) {
    throw new RangeError(
      text === ''
        ? 'This link holds no result.'
        : `This is no link to a result: it begins with ${JSON.stringify(text.slice(0, 20))}, and one begins with “${VERSION}.”.`,
    );
  }
  if (version !== VERSION) {
    throw new RangeError(
      `This page cannot read the link: it is of version ${version}, and the page reads version ${VERSION}.`,
    );
  }
  let result: SharedResult;
  try {
    if (body.length > MOST) {
      throw new RangeError(`it has ${body.length} characters, and a link has at most ${MOST}`);
    }
    result = fromForm(parse(await expand(body)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(`This link is damaged: ${error.message}.`, { cause: error });
  }
  expectKnown(result);
  return result;
}

/**
 * The study of a result, with the libraries from outside that it names.
 *
 * @throws RangeError with a sentence for the reader, if this site has no such study
 */
export function outlineOf({
  study,
  environment,
}: Pick<SharedResult, 'study' | 'environment'>): StudyOutline {
  const found = outlines.find(({ id }) => id === study);
  if (found === undefined) throw unknown('study', study, idsOf(outlines));
  const { outside = [] } = environment;
  return withOutsideOf(found, [
    { outside: outside.map((each) => ({ ...each, versions: {}, served: 'beside' })) },
  ]);
}

/** @throws RangeError with a sentence for the reader, naming the first id that this site lacks */
function expectKnown({ study: id, environment, plan }: SharedResult): void {
  const study = outlineOf({ study: id, environment });
  const arms = [...idsOf(study.arms), ...(study.original?.arms ?? []), CONTROL];
  // A site that has a published library installed has arms of it that are none here.
  const isOfSystem = (arm: string) => allSystems.some(({ id }) => arm.startsWith(`${id}/`));
  const arm = [...plan.arms, ...plan.subjects, plan.reference].find(
    (each) => !arms.includes(each) && !isOfSystem(each),
  );
  if (arm !== undefined) throw unknown('arm', arm, arms);
  const workload = plan.workloads.find((each) => !hasWorkload(study, each));
  if (workload !== undefined) throw unknown('workload', workload, idsOf(study.workloads));
}

const idsOf = (items: ReadonlyArray<{ id: string }>): string[] => items.map((each) => each.id);

function unknown(what: string, got: string, known: readonly string[]): RangeError {
  return new RangeError(
    `This page cannot show the link’s result: it has no ${what} “${got}”. It has ${known.join(', ')}.`,
  );
}

function hasWorkload(study: StudyOutline, id: string): boolean {
  try {
    return findWorkload(study, id) !== undefined;
  } catch (error) {
    // An id of the right form that asks for too much.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * The bytes of a packed text. Deflate makes at most a thousand of one, so that {@link MOST} characters cannot
 * fill the memory.
 *
 * @throws RangeError for a text that does not unpack, and for one that grows beyond {@link MOST_BYTES}
 */
async function expand(text: string): Promise<Uint8Array> {
  const packed = new Blob([fromBase64Url(text)]).stream();
  const unpacked = new Response(packed.pipeThrough(new DecompressionStream('deflate-raw')));
  const bytes = await unpacked.arrayBuffer().catch((cause: unknown) => {
    throw new RangeError(`its ${text.length} characters do not unpack. Copy the whole link`, {
      cause,
    });
  });
  if (bytes.byteLength <= MOST_BYTES) return new Uint8Array(bytes);
  throw new RangeError(`it unpacks to more than the ${MOST_BYTES} bytes of a result`);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new RangeError('it does not hold JSON', { cause });
  }
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const wrong = /[^\w-]/.exec(text)?.[0];
  if (wrong !== undefined) {
    throw new RangeError(
      `it has the character ${JSON.stringify(wrong)}, and a link has letters and digits only`,
    );
  }
  const refuse = () =>
    new RangeError(`a part of its ${text.length} characters is lost. Copy the whole link`);
  let binary: string;
  try {
    binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    throw refuse();
  }
  const bytes = Uint8Array.from(binary, (each) => each.charCodeAt(0));
  // The last character has bits that say nothing: another one there is no copy either.
  if (toBase64Url(bytes) !== text) throw refuse();
  return bytes;
}

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
function fromForm(value: unknown): SharedResult {
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
      return {
        ...row,
        ...at,
        ratios: found,
        time: time === undefined ? undefined : measuredMs(time),
      };
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
