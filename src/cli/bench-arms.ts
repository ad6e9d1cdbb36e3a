/** `npm run bench:arms`: every arm against the floor and the reference, from Node and from Chromium. */
import { runCommand } from './args.ts';
import { benchArms } from './bench-arms/bench-arms.ts';
import { benchArmsCommand, readBenchArmsOptions } from './bench-arms/options.ts';

await runCommand(benchArmsCommand, (args) => benchArms(readBenchArmsOptions(args), process.cwd()));
