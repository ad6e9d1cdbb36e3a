/** `npm run results`: computes what the site shows of each record, and writes it to `content/results`. */
import { existsSync } from 'node:fs';
import { glob, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CROWDS, readCrowds, resultOfCrowds, writeCrowds } from '../../matrix/crowds/record.ts';
import { FAILURES, readFailures } from '../../matrix/failures/record.ts';
import { resultOfFailures, writeFailureResult } from '../../matrix/failures/result.ts';
import type { RoundtripRecord, SessionRecord } from '../../core/record/index.ts';
import { parseResult, resultFile, writeResult } from '../../results/file.ts';
import { HELD_OUT, type MeasuredResult } from '../../results/result.ts';
import { resultOf, resultOfRuns } from '../../results/rows-of.ts';
import { runCommand, UsageError } from '../shared/args.ts';
import { readRecordFile, readText } from '../shared/files.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Ids of the files in a folder of content, sorted: `<study>/<name>`. @param ending such as `.json` */
export async function idsIn(folder: string, ending: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const path of glob(`*/*${ending}`, { cwd: folder })) {
    ids.push(path.replaceAll('\\', '/').slice(0, -ending.length));
  }
  return ids.sort();
}

/** Ids of all results, sorted: a record has the name of its result, those of several runs lie in a folder of that name. */
export async function recordIds(folder: string): Promise<string[]> {
  const records = join(folder, 'content/records');
  return [...(await idsIn(records, '.json')), ...(await idsIn(records, '/1.json'))].sort();
}

/** The records of a result, in the order of their runs, and one that was held out. */
async function recordsOf(
  folder: string,
  id: string,
): Promise<{ records: RoundtripRecord[]; heldOut: SessionRecord | undefined }> {
  const path = join(folder, 'content/records', id);
  if (existsSync(`${path}.json`)) {
    return { records: [await readRecordFile(`${path}.json`)], heldOut: undefined };
  }
  const files = (await readdir(path)).filter((file) => file !== `${HELD_OUT}.json`);
  files.sort((one, other) => parseInt(one) - parseInt(other));
  const records = await Promise.all(files.map((file) => readRecordFile(join(path, file))));
  const last = join(path, `${HELD_OUT}.json`);
  const heldOut = existsSync(last) ? await readRecordFile(last) : undefined;
  if (heldOut?.kind !== 'quoted') return { records, heldOut };
  throw new Error(`${last}: got a quoted record, expected a measured one`);
}

/** Results of studies whose records have a form of their own, by their folders. */
const ownStudies = new Map<string, (text: string, file: string) => string>([
  [FAILURES, (text, file) => writeFailureResult(resultOfFailures(readFailures(text, file)))],
  [CROWDS, (text, file) => writeCrowds(resultOfCrowds(readCrowds(text, file)))],
]);

/**
 * The text that a result has; undefined for one of a record of schema 1 or with an open loop, whose result
 * was written while this project could analyse such records.
 *
 * @throws Error naming the record where it cannot be read
 */
export async function computeResult(folder: string, id: string): Promise<string | undefined> {
  const own = ownStudies.get(dirname(id));
  if (own !== undefined) {
    const file = join(folder, `content/records/${id}.json`);
    return own(await readText(file), file);
  }
  const text = await readFile(join(folder, resultFile(id)), 'utf8').catch(() => undefined);
  const held = text === undefined ? undefined : parseResult(text, id);
  if (held?.kind === 'measured' && isOlder(held)) return undefined;
  const { records, heldOut } = await recordsOf(folder, id);
  const quoted = records.find((record) => record.kind === 'quoted');
  if (quoted) return writeResult(resultOf(quoted));
  const result = resultOfRuns(
    records.filter((record) => record.kind === 'measured'),
    heldOut,
  );
  // No run looks for these any more: a published notice stays.
  const notices = held?.kind === 'measured' ? held.notices : [];
  const kept = notices.filter(({ name }) => name === 'carry-over' || name === 'delayed-ack');
  return writeResult({ ...result, notices: [...result.notices, ...kept] });
}

/** True of a result that holds more than this project reads of its record. */
const isOlder = ({ schema, plan: { loads = {} } }: MeasuredResult): boolean =>
  schema === 1 || Object.values(loads).some(({ ratePerSecond }) => ratePerSecond !== undefined);

const run = (): Promise<void> =>
  runCommand(
    {
      usage: ['npm run results -- [<study>/<record> …] [--check]'],
      about: [
        'Computes what the site shows of each record in content/records, and writes it to',
        'content/results. Without names it does so for every record that it can: results of older ones stay.',
      ].join('\n'),
      flags: {
        check: { help: 'write nothing; exit with 1 where a file differs from what is computed' },
      },
      positionals: true,
    },
    async ({ values: { check }, positionals }) => {
      const known = await recordIds(root);
      const unknown = positionals.find((id) => !known.includes(id));
      if (unknown !== undefined) {
        throw new UsageError(`got the record "${unknown}", expected one such as ${known[0] ?? ''}`);
      }
      const changed: string[] = [];
      const older: string[] = [];
      for (const id of positionals.length > 0 ? positionals : known) {
        const file = join(root, resultFile(id));
        const text = await computeResult(root, id);
        if (text === undefined) {
          older.push(id);
          continue;
        }
        if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
        changed.push(id);
        if (check) continue;
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text);
      }
      for (const id of changed) console.log(`${check ? 'differs' : 'written'}: ${resultFile(id)}`);
      if (older.length > 0) {
        console.log(
          `Left as they are, because their records have schema 1 or an open loop: ${older.join(', ')}.`,
        );
      }
      if (changed.length === 0) console.log('Every result is what its record gives.');
      return check && changed.length > 0 ? 1 : 0;
    },
  );

if (import.meta.main) await run();
