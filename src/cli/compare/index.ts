/** `npm run compare`: how many times the time of one record another takes. */
import { printable, runCommand } from '../shared/args.ts';
import { comparisonText } from './comparison.ts';
import { compareCommand, readCompareOptions } from './options.ts';
import { compareRecords } from './records.ts';

export const run = (argv?: readonly string[]): Promise<void> =>
  runCommand(
    compareCommand,
    async (args) => {
      const options = readCompareOptions(args);
      const comparison = await compareRecords(options);
      console.log(
        options.json
          ? JSON.stringify(comparison, undefined, 2)
          : printable(comparisonText(comparison)),
      );
      return 0;
    },
    argv,
  );

if (import.meta.main) await run();
