/** `npm run types`: what the types of each library cost the compiler. */
import { writeFile } from 'node:fs/promises';
import { writeByLines } from '../../matrix/own-record.ts';
import { toText } from '../../results/tables/text.ts';
import { errorsTable, typesTable } from '../../results/tables/types.ts';
import { runCommand, wholeNumber } from '../shared/args.ts';
import { countTypes } from './count.ts';

const FILE = 'content/types/results.json';

export const run = (argv?: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run types', 'npm run types -- --write'],
      about: 'Checks routers of each library by TypeScript 5.9 and 7, and prints what that costs.',
      flags: {
        repeats: { value: '<n>', help: 'of each check that is timed, 5 unless given' },
        write: { help: `writes ${FILE}, which pages show` },
        json: { help: 'the counts as JSON instead of the tables' },
      },
    },
    async ({ values }) => {
      const repeats = wholeNumber('--repeats', values.repeats ?? '5', 1, 50);
      const record = await countTypes(repeats);
      const { rows, ...head } = record;
      const text = writeByLines(head, { rows });
      if (values.write) await writeFile(FILE, text);
      const tables = [typesTable(record), errorsTable(record)].map((table) => toText(table));
      console.log(values.json ? text : tables.join('\n\n'));
      return 0;
    },
    argv,
  );

if (import.meta.main) await run();
