/**
 * `npm run bench:build`: what a journal of many entries costs. Copies of the site's own entries are
 * built in scratch copies of the site, at several sizes, and set against the site without them.
 */
import { runCommand } from './args.ts';
import { benchBuild } from './bench-build/bench.ts';
import { benchBuildCommand, readBenchBuildOptions } from './bench-build/options.ts';
import { reportText } from './bench-build/report.ts';

await runCommand(benchBuildCommand, async (args) => {
  const options = readBenchBuildOptions(args);
  const result = await benchBuild(process.cwd(), options, (line) => console.error(line));
  console.log(options.json ? JSON.stringify(result) : reportText(result));
  return 0;
});
