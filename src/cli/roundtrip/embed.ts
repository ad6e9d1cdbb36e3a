/** `roundtrip embed`: writes the live bench for the author’s own pages, with the contestant’s client beside it. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readContestant } from '../measure/outside/contestant.ts';
import { runCommand, UsageError } from '../shared/args.ts';
import { FOLDER, kindOf } from './kinds.ts';

const OUT = 'live-bench';

const embedCommand = {
  usage: ['roundtrip embed [folder] [flags]'],
  about: `Writes scripts for pages of your own: <live-bench contestant="https://bench.example.org"> runs the contestant of a
folder, ${FOLDER} unless named, at the bench that you deployed with deploy.jsonc. Scripts of an earlier time are replaced.`,
  positionals: true,
  flags: { out: { value: '<folder>', help: `where the scripts go (${OUT})` } },
} as const;

/** @param home where the package lies */
export const run = (argv: readonly string[], home: string): Promise<void> =>
  runCommand(
    embedCommand,
    async ({ values: { out = OUT }, positionals }) => {
      const [folder = FOLDER, ...others] = positionals;
      if (others.length > 0) {
        throw new UsageError(`folder: got ${positionals.join(' ')}, expected one`);
      }
      const { kind } = kindOf(folder);
      if (kind !== 'object') {
        throw new UsageError(`folder: got ${folder}, a ${kind}, expected one that a bench serves`);
      }
      const { bundles, digest } = await readContestant(folder, home, false);
      await cp(new URL('./live-bench/', import.meta.url), out, { recursive: true });
      const client = await readFile(bundles.browser, 'utf8');
      const own = `const filesOfContestant = '${digest}';\nexport { filesOfContestant as digest };\n`;
      await writeFile(join(out, 'contestant.js'), `${client}\n${own}`);
      console.log(
        `Written: ${out}/. Serve it with your pages, and put this where the bench is to be:`,
      );
      console.log('  <script type="module" src="/live-bench/live-bench.js"></script>');
      console.log('  <live-bench contestant="https://bench.example.org"></live-bench>');
      return 0;
    },
    argv,
  );
