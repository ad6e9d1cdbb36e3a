/** `npm run measure`: takes a run from the command line, with the code that the page runs. */
import { runCommand } from './args.ts';
import { measure } from './measure/measure.ts';
import { measureCommand, readOptions } from './measure/options.ts';

await runCommand(measureCommand, (args) => measure(readOptions(args), process.cwd()));
