/** A finding as text that an address may hold, and back. */
import { findWorkload, type StudyOutline } from '../harness/plan/index.ts';
import { CONTROL } from '../harness/record/index.ts';
import type { Finding } from '../report/finding.ts';
import { checkedFinding } from './finding.ts';
import { readVersion1 } from './version-1.ts';

/** Version of the form; it stands in front. */
const VERSION = '2';
/** Longest text with distributions, in characters: mail and chat programs cut or break longer addresses. */
export const LONGEST = 5900;
/** Longest text that is made and looked at, in characters. */
const MOST = 20_000;
/** Most that a text may grow to, in bytes: what grows further was made to fill the memory. */
const MOST_BYTES = 256 * 1024;
/** Digits that an amount keeps: more than any page shows. */
const DIGITS = 6;

/**
 * A finding as text for the fragment of an address: JSON, deflated, in base64url. Where it would be
 * longer than {@link LONGEST}, the distributions are left out.
 *
 * @throws RangeError for a finding that {@link unpackFinding} would refuse
 */
export async function packFinding(finding: Finding): Promise<string> {
  const whole = await pack(finding);
  if (whole.length <= LONGEST) return whole;
  const packed = await pack({
    ...finding,
    workloads: finding.workloads.map(({ arms, ...workload }) => ({
      ...workload,
      arms: arms.map((arm) => ({ ...arm, quantiles: [] })),
    })),
  });
  if (packed.length <= MOST) return packed;
  throw new RangeError(
    `This result does not fit into a link: got ${packed.length} characters, expected at most ${MOST}.`,
  );
}

async function pack(finding: Finding): Promise<string> {
  const json = JSON.stringify(finding, (_key, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value)
      ? Number(value.toPrecision(DIGITS))
      : value,
  );
  checkedFinding(JSON.parse(json));
  const stream = new Blob([json]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return `${VERSION}.${toBase64Url(new Uint8Array(await new Response(stream).arrayBuffer()))}`;
}

/** Forms of links by their version: how each is compressed, and how its bytes are read. */
const versions: Readonly<
  Record<string, { format: CompressionFormat; read: (bytes: Uint8Array) => unknown }>
> = {
  1: { format: 'deflate', read: (bytes) => readVersion1(bytes, parse) },
  [VERSION]: { format: 'deflate-raw', read: parse },
};

/**
 * The finding in a text that {@link packFinding} made, also in one of version 1. Nothing of the text is
 * believed: what is not of its strict form is refused. Whether there is such a study is {@link studyOf}’s
 * to say.
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
  const form = versions[version];
  if (form === undefined) {
    throw new RangeError(
      `This page cannot read the link: got version ${version} of it, expected version ${VERSION}.`,
    );
  }
  try {
    if (body.length > MOST) {
      throw new RangeError(`got ${body.length} characters, expected at most ${MOST}`);
    }
    return checkedFinding(form.read(await expand(body, form.format)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(`This link is damaged: ${error.message}.`, { cause: error });
  }
}

/** @throws RangeError for a text that does not unpack, and for one that grows beyond {@link MOST_BYTES} */
async function expand(text: string, format: CompressionFormat): Promise<Uint8Array> {
  const packed = new Blob([fromBase64Url(text)]).stream();
  const reader = packed.pipeThrough(new DecompressionStream(format)).getReader();
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

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new RangeError('got text that is not JSON, expected a result', { cause });
  }
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
