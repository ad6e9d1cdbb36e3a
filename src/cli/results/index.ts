/** `npm run results`: computes what the site shows of each record, and writes it to `content/results`. */
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CROWDS, readCrowds, resultOfCrowds, writeCrowds } from '../../matrix/crowds/record.ts';
import {
  FAILURES,
  readFailures,
  resultOfFailures,
  writeFailureResult,
} from '../../matrix/failures/record.ts';
import { resultFile, writeResult } from '../../results/file.ts';
import { quotedResultOf, resultOf } from '../../results/rows-of.ts';
import { readLaunches } from '../campaign/launches.ts';
import { runCommand } from '../shared/args.ts';
import { readRecordFile, readText, writeWithFolders } from '../shared/files.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Ids of the files in a folder of content, sorted: `<study>/<name>`. @param ending such as `.json` */
export async function idsIn(folder: string, ending: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const path of glob(`*/*${ending}`, { cwd: folder })) {
    ids.push(path.replaceAll('\\', '/').slice(0, -ending.length));
  }
  return ids.sort();
}

/** Ids of all results, sorted: that of a plan has its launches in a folder of its name, and comes once it is published. */
export async function recordIds(folder: string): Promise<string[]> {
  const records = join(folder, 'content/records');
  const plans = await idsIn(records, '/1.json.gz');
  const published = plans.filter((id) => existsSync(join(folder, resultFile(id))));
  return [...(await idsIn(records, '.json')), ...published].sort();
}

/** Results of studies whose records have a form of their own, by their folders. */
const ownStudies = new Map<string, (text: string, file: string) => string>([
  [FAILURES, (text, file) => writeFailureResult(resultOfFailures(readFailures(text, file)))],
  [CROWDS, (text, file) => writeCrowds(resultOfCrowds(readCrowds(text, file)))],
]);

/** @throws Error naming the record where it cannot be read */
export async function computeResult(folder: string, id: string): Promise<string> {
  const path = join(folder, 'content/records', id);
  const own = ownStudies.get(dirname(id));
  if (own !== undefined) return own(await readText(`${path}.json`), `${path}.json`);
  if (existsSync(`${path}.json`)) {
    const record = await readRecordFile(`${path}.json`);
    return writeResult(record.kind === 'quoted' ? quotedResultOf(record) : resultOf([record]));
  }
  const [first, ...more] = await readLaunches(path);
  if (first === undefined) throw new Error(`${path}: got no launch, expected 1.json.gz`);
  return writeResult(resultOf([first, ...more]));
}

const run = (): Promise<void> =>
  runCommand(
    {
      usage: ['npm run results', 'npm run results -- --check'],
      about: `Computes what the site shows of each record in content/records, and writes it to
content/results. It does so for every record but the archived ones.`,
      flags: {
        check: { help: 'write nothing; exit with 1 where a file differs from what is computed' },
      },
    },
    async ({ values: { check } }) => {
      const changed: string[] = [];
      for (const id of await recordIds(root)) {
        const file = join(root, resultFile(id));
        const text = await computeResult(root, id);
        if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
        changed.push(id);
        if (check) continue;
        await writeWithFolders(file, text);
      }
      for (const id of changed) console.log(`${check ? 'differs' : 'written'}: ${resultFile(id)}`);
      if (changed.length === 0) console.log('Every result is what its record gives.');
      return check && changed.length > 0 ? 1 : 0;
    },
  );

if (import.meta.main) await run();
