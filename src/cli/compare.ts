/** `npm run compare`: two records, or this work tree and another revision in one run. */
import { runCommand } from './args.ts';
import { compareCommand, readCompareOptions } from './compare/options.ts';
import { compareAndPrint } from './compare/print.ts';

await runCommand(compareCommand, (args) =>
  compareAndPrint(readCompareOptions(args), process.cwd()),
);
