/**
 * Makes a long journal of a short one: entries are copied in turn under new names, and the figures
 * of their records moved a little, each copy's by a factor of its own.
 */
import { parseDocument } from 'yaml';
import type { QuotedRecord } from '../../harness/quoted-record.ts';
import { normal, seeded, type Random } from '../../harness/random.ts';
import type { MeasuredRecord, RoundtripRecord } from '../../harness/record.ts';
import { writeRecord } from '../../harness/write-record.ts';

/** An entry of the site with its records. */
export interface Template {
  /** `<study>/<name>` */
  id: string;
  /** Text of its file. */
  text: string;
  records: ReadonlyArray<{ id: string; record: RoundtripRecord }>;
}

/** A file of the content, by its path inside `content/`. */
export interface ContentFile {
  path: string;
  text: string;
}

/** One in so many copies is of an entry that was measured, where the site has one. */
const MEASURED_EVERY = 4;
/** Spread of the factors, on the log scale. */
const SPREAD = 0.05;

/**
 * Copies of the templates, quoted and measured ones mixed. The same seed gives the same files.
 *
 * @throws Error when there is no template
 */
export function* generate(
  templates: readonly Template[],
  count: number,
  seed: number,
): Generator<ContentFile> {
  if (templates.length === 0)
    throw new Error('content/entries: got no entry, expected one to copy');
  const isMeasured = ({ records }: Template): boolean =>
    records.some(({ record }) => record.kind === 'measured');
  const measured = templates.filter(isMeasured);
  const quoted = templates.filter((template) => !isMeasured(template));
  const random = seeded(seed);
  const turns = { measured: 0, quoted: 0 };
  for (let index = 1; index <= count; index++) {
    const due = index % MEASURED_EVERY === 0 ? 'measured' : 'quoted';
    const kind = (due === 'measured' ? measured : quoted).length > 0 ? due : other(due);
    const list = kind === 'measured' ? measured : quoted;
    const template = list[turns[kind]++ % list.length];
    if (template !== undefined) yield* copyOf(template, index, random);
  }
}

function other(kind: 'measured' | 'quoted'): 'measured' | 'quoted' {
  return kind === 'measured' ? 'quoted' : 'measured';
}

/** Places of copies start here, behind those of the entries there are. */
const FIRST_PLACE = 1000;

function* copyOf({ id, text, records }: Template, index: number, random: Random) {
  const suffix = `-copy-${String(index).padStart(5, '0')}`;
  for (const { id: record, record: data } of records) {
    const moved = data.kind === 'quoted' ? moveQuoted(data, random) : moveMeasured(data, random);
    yield { path: `records/${record}${suffix}.json`, text: writeRecord(moved) };
  }
  const [, front = '', body = ''] = /^---\n(.*?)\n---\n?(.*)$/s.exec(text) ?? [];
  const document = parseDocument(front);
  document.set('place', FIRST_PLACE + index);
  document.set('title', `${String(document.get('title'))}, copy ${index}`);
  document.set(
    'records',
    records.map((record) => record.id + suffix),
  );
  document.delete('supersedes');
  document.delete('retracts');
  yield { path: `entries/${id}${suffix}.mdx`, text: `---\n${String(document)}---\n${body}` };
}

/** Times by a factor and throughputs by one over it, so that they still agree with each other. */
function moveQuoted(record: QuotedRecord, random: Random): QuotedRecord {
  const results = record.results.map((result) => {
    const factor = Math.exp(SPREAD * normal(random));
    const by = (value: number | undefined, times: number): number | undefined =>
      value === undefined ? undefined : value * times;
    return {
      ...result,
      totalMs: by(result.totalMs, factor),
      msPerOperation: by(result.msPerOperation, factor),
      latencyMs: by(result.latencyMs, factor),
      operationsPerSecond: by(result.operationsPerSecond, 1 / factor),
      megabytesPerSecond: by(result.megabytesPerSecond, 1 / factor),
    };
  });
  return { ...record, results };
}

function moveMeasured(record: MeasuredRecord, random: Random): MeasuredRecord {
  const blocks = record.blocks.map((block) => {
    const factor = Math.exp(SPREAD * normal(random));
    return { ...block, samplesUs: block.samplesUs.map((us) => Math.round(us * factor)) };
  });
  return { ...record, blocks };
}
