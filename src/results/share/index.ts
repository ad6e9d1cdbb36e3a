/** A result as text that an address may hold, and back. */
import { findWorkload, type StudyOutline, withOutsideOf } from '../../core/plan/index.ts';
import { CONTROL } from '../../core/record/index.ts';
import { outlines } from '../../libraries/studies/outlines.ts';
import { allSystems } from '../../libraries/systems/index.ts';
import { fromForm, type SharedResult, toForm } from './form.ts';

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
