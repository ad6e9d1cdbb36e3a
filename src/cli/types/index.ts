/** `npm run types`: what the types of each library cost the compiler. */
import { writeFile } from 'node:fs/promises';
import { writeByLines } from '../../matrix/own-record.ts';
import { TYPES } from '../../matrix/types/record.ts';
import { toText } from '../../results/tables/text.ts';
import { errorsTable, typesTable } from '../../results/tables/types.ts';
import { readSeed, runCommand, say, wholeNumber } from '../shared/args.ts';
import { countTypes } from './count.ts';

export const run = (argv?: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run types', 'npm run types -- --write'],
      about: [
        'Writes a router of 20, 100 and 400 procedures for each library whose client infers its types, checks',
        'it with TypeScript 5.9 and 7, and prints what that costs. It takes about ten minutes.',
      ].join('\n'),
      flags: {
        repeats: { value: '<n>', help: 'of each check that is timed, 5 unless given' },
        seed: { value: '<n>', help: 'of the order of the checks' },
        write: { help: `writes ${TYPES}, which pages show` },
        json: { help: 'the counts as JSON instead of the tables' },
      },
    },
    async ({ values }) => {
      const root = process.cwd();
      const repeats = wholeNumber('--repeats', values.repeats ?? '5', 1, 50);
      const seed = readSeed(values.seed);
      const onProgress = (text: string) => say(`${text} …`);
      const record = await countTypes({ root, repeats, seed, onProgress });
      const { rows, ...head } = record;
      const text = writeByLines(head, { rows });
      if (values.write) await writeFile(TYPES, text);
      const tables = [typesTable(record), errorsTable(record)];
      console.log(values.json ? text : tables.map((table) => toText(table)).join('\n\n'));
      return 0;
    },
    argv,
  );

if (import.meta.main) await run();
