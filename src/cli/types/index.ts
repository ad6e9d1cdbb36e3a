/** `npm run types`: what the types of each library cost the compiler. */
import { writeFile } from 'node:fs/promises';
import { writeByLines } from '../../matrix/own-record.ts';
import { TYPES } from '../../matrix/types/record.ts';
import { toText } from '../../results/tables/text.ts';
import { errorsTable, typesTable } from '../../results/tables/types.ts';
import { readSeed, runCommand, wholeNumber } from '../shared/args.ts';
import { countTypes } from './count.ts';

export const run = (argv?: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run types', 'npm run types -- --write'],
      about:
        'Checks routers of 20, 100 and 400 procedures of each library by TypeScript 5.9 and 7.',
      flags: {
        repeats: { value: '<n>', help: 'of each check that is timed, 5 unless given' },
        seed: { value: '<n>', help: 'of the order of the checks' },
        write: { help: `writes ${TYPES}, which pages show` },
        json: { help: 'the counts as JSON instead of the tables' },
      },
    },
    async ({ values }) => {
      const repeats = wholeNumber('--repeats', values.repeats ?? '5', 1, 50);
      const record = await countTypes(repeats, readSeed(values.seed));
      const { rows, ...head } = record;
      const text = writeByLines(head, { rows });
      if (values.write) await writeFile(TYPES, text);
      const tables = [typesTable(record), errorsTable(record)].map((table) => toText(table));
      console.log(values.json ? text : tables.join('\n\n'));
      return 0;
    },
    argv,
  );

if (import.meta.main) await run();
