/** Contestants that their authors keep, each with the newest record of it. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from 'astro:config/server';
import { readListed, recordOfListed, RECORDS } from '../collections/contestants.ts';
import { oncePerBuild } from './once.ts';

/** Those that have been measured, by their labels: of another there is nothing to say yet. */
export const contestantPages = oncePerBuild(async () => {
  const folder = fileURLToPath(root);
  const pages = (await readListed(folder)).map(async (listed) => {
    const path = `${RECORDS}/${listed.id}.json`;
    if (!existsSync(join(folder, path))) return [];
    const { record, label } = recordOfListed(
      await readFile(join(folder, path), 'utf8'),
      path,
      listed,
    );
    return [{ ...listed, href: `/contestants/${listed.id}/`, record, label }];
  });
  return (await Promise.all(pages)).flat().sort((a, b) => a.label.localeCompare(b.label));
});
