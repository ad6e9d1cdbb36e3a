/** `npm run bench -- screenshots`: pictures of a page of each kind, as readers see it. */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { columns } from '../../report/table.ts';
import { listOf, runCommand } from '../shared/args.ts';
import { shoot, type Shot } from './pages/shoot.ts';
import { findTemplates, startSite, templateNames } from './pages/site.ts';

const FOLDER = '.local/screenshots';

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run bench -- screenshots [flags]'],
      about: `Builds and serves the site and takes pictures of a page of each kind, at 390, 768 and 1280 px, in
light and dark, whole and as one screen; of a page with a live bench idle, running, done and failed.
Lists the files with the height of the page, and by how much it moves sideways, in px.`,
      flags: {
        pages: { value: '<a,b>', help: `which of ${templateNames.join(', ')} (all)` },
        out: { value: '<folder>', help: `where the files go (${FOLDER})` },
        json: { help: 'one JSON document on stdout instead of the table' },
      },
    },
    async ({ values }) => {
      const { pages, out = FOLDER } = values;
      const wanted = pages === undefined ? undefined : listOf('--pages', pages, templateNames);
      const into = resolve(out);
      await mkdir(into, { recursive: true });
      await using site = await startSite(process.cwd());
      const shots: Shot[] = [];
      for (const template of await findTemplates(site.directory, wanted)) {
        process.stderr.write(`${template.name} …\n`);
        shots.push(...(await shoot(site, template, into)));
      }
      console.log(values.json ? JSON.stringify({ folder: into, shots }) : table(into, shots));
      return 0;
    },
    argv,
  );

function table(into: string, shots: readonly Shot[]): string {
  const rows = shots.map(({ file, pageHeight, sideways }) => [
    file,
    String(pageHeight),
    String(sideways),
  ]);
  return [`In ${into}:`, ...columns(['file', 'page height', 'sideways'], rows)].join('\n');
}
