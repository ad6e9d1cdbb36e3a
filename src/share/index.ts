/** A finding as text that an address may hold, and back. */
import { findWorkload, type StudyOutline } from '../harness/plan/index.ts';
import { CONTROL } from '../harness/record/index.ts';
import type { Finding } from '../report/finding.ts';
import { fromPacked, toPacked } from './packed-finding.ts';

// Bytes to characters that an address may hold, and back: zlib, which ends with a checksum, in base64url.

/** Most that a packed text may grow to, in bytes: what grows further was made to fill the memory. */
export const MOST_BYTES = 256 * 1024;

export async function compress(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return toBase64Url(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/**
 * What {@link compress} was given.
 *
 * @throws RangeError for a text that it did not make, and for what grows beyond {@link MOST_BYTES}
 */
export async function expand(text: string): Promise<Uint8Array> {
  const packed = new Blob([fromBase64Url(text)]).stream();
  const reader = packed.pipeThrough(new DecompressionStream('deflate')).getReader();
  const bytes = new Uint8Array(MOST_BYTES);
  let length = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (length + read.value.length > MOST_BYTES) {
        await reader.cancel();
        length = Infinity;
        break;
      }
      bytes.set(read.value, length);
      length += read.value.length;
    }
  } catch (cause) {
    throw new RangeError(
      `got ${text.length} characters that do not unpack, expected all of a link as it was copied`,
      { cause },
    );
  }
  if (length <= MOST_BYTES) return bytes.subarray(0, length);
  throw new RangeError(`got more than ${MOST_BYTES} bytes in it, expected the few of a result`);
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const wrong = /[^\w-]/.exec(text)?.[0];
  if (wrong !== undefined) {
    throw new RangeError(`got the character ${JSON.stringify(wrong)}, expected letters and digits`);
  }
  const refuse = () => new RangeError(`got ${text.length} characters, expected no part to be lost`);
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

/** Version of the form; it stands in front. */
const VERSION = '1';
/** Longest text that is made, in characters: mail and chat programs cut or break longer addresses. */
export const LONGEST = 5900;
/** Longest text that is looked at, in characters. */
const MOST = 20_000;

/**
 * A finding as text for the fragment of an address, at most {@link LONGEST} characters. Amounts have
 * four digits, and where it would be longer the last workloads go without their distribution.
 *
 * @throws RangeError for a finding that {@link unpackFinding} would refuse, or that is too long even so
 */
export async function packFinding(finding: Finding): Promise<string> {
  const pack = async (distributions: number) =>
    `${VERSION}.${await compress(toPacked(finding, distributions))}`;
  let [fits, tooMany] = [0, finding.workloads.length + 1];
  let packed = await pack(0);
  if (packed.length > LONGEST) {
    throw new RangeError(
      `This result does not fit into a link: got ${packed.length} characters, expected at most ${LONGEST}.`,
    );
  }
  // The most that fit, by halves: each adds to the length. First all, which is what usually fits.
  for (let tried = tooMany - 1; tooMany - fits > 1; tried = Math.floor((fits + tooMany) / 2)) {
    const longer = await pack(tried);
    if (longer.length > LONGEST) tooMany = tried;
    else [fits, packed] = [tried, longer];
  }
  return packed;
}

/**
 * The finding in a text that {@link packFinding} made. Nothing of the text is believed: what is not
 * of its strict form is refused. Whether there is such a study is {@link studyOf}’s to say.
 *
 * @throws RangeError with a sentence for the reader, naming what was got and expected
 */
export async function unpackFinding(text: string): Promise<Finding> {
  const [, version, body] = /^(\d{1,9})\.(.*)$/s.exec(text) ?? [];
  if (version === undefined || body === undefined) {
    const got = text === '' ? 'nothing' : JSON.stringify(text.slice(0, 20));
    throw new RangeError(
      `This is no link to a result: got ${got}, expected text that begins with “${VERSION}.”.`,
    );
  }
  if (version !== VERSION) {
    throw new RangeError(
      `This page cannot read the link: got version ${version} of it, expected version ${VERSION}.`,
    );
  }
  try {
    if (body.length > MOST) {
      throw new RangeError(`got ${body.length} characters, expected at most ${MOST}`);
    }
    return fromPacked(await expand(body));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(`This link is damaged: ${error.message}.`, { cause: error });
  }
}

/** Address that opens a result, whatever page it is made on. @param packed of {@link packFinding} */
export function shareLink(origin: string, packed: string): string {
  return `${origin}/result/#r=${packed}`;
}

/**
 * The study that a finding is of.
 *
 * @throws RangeError with a sentence for the reader, naming the first id that this site has not
 */
export function studyOf<Known extends StudyOutline>(
  { study: id, plan }: Finding,
  studies: readonly Known[],
): Known {
  const unknown = (what: string, got: string, known: readonly string[]) =>
    new RangeError(
      `This page cannot show the link’s result: got the ${what} “${got}”, expected one of ${known.join(', ')}.`,
    );
  const idsOf = (items: ReadonlyArray<{ id: string }>) => items.map((each) => each.id);
  const study = studies.find((each) => each.id === id);
  if (study === undefined) throw unknown('study', id, idsOf(studies));
  const arms = [...idsOf(study.arms), CONTROL];
  const named = [
    ...plan.arms,
    ...(plan.subjects ?? []),
    ...(plan.reference ? [plan.reference] : []),
  ];
  const arm = named.find((each) => !arms.includes(each));
  if (arm !== undefined) throw unknown('arm', arm, arms);
  const workload = plan.workloads.find((each) => !hasWorkload(study, each));
  if (workload !== undefined) throw unknown('workload', workload, idsOf(study.workloads));
  return study;
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
