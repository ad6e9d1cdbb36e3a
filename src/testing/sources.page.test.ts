/** What readers see of the documents that this site quotes. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { readEntryFile } from '../journal/entry-file.ts';
import { sourceSchema } from '../journal/collections/records.ts';
import { numbersIn } from './built-pages.ts';
import { testSite } from './site.ts';

/** The numbers that a page shows, its folds among them. */
function shown(html: string): number[] {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const text = main
    .replaceAll(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, ' ')
    .replaceAll('−', '-')
    .replaceAll(/(?<=\d)[\u00a0\u202f](?=\d{3}(?!\d))/g, ',');
  return numbersIn(text);
}

test('every number of a source is on the page of an entry that is drawn from it', () => {
  const { root, directory } = testSite();
  const pages = globSync('content/entries/*/*.mdx', { cwd: root }).flatMap((file) => {
    const { sources } = readEntryFile(readFileSync(join(root, file), 'utf8'), file);
    if (sources.length === 0) return [];
    const page = join(directory, file.replace('content/entries', 'studies').slice(0, -4));
    return {
      documents: sources.map(({ document }) => document),
      figures: shown(readFileSync(join(page, 'index.html'), 'utf8')),
    };
  });
  const nowhere: string[] = [];
  const files = globSync('content/sources/*.json', { cwd: root });
  expect(files).not.toEqual([]);
  for (const file of files) {
    const source = sourceSchema.parse(JSON.parse(readFileSync(join(root, file), 'utf8')));
    const drawn = pages.filter(({ documents }) => documents.includes(basename(file, '.json')));
    const figures = drawn.flatMap((page) => page.figures);
    for (const { path, numbers } of [source, ...source.neighbours]) {
      for (const { reason, ...number } of numbers) {
        const isShown = figures.includes(number.value);
        if (reason === undefined && !isShown) {
          nowhere.push(`${path} line ${number.line}: ${number.text}`);
        }
      }
    }
  }
  expect(nowhere).toEqual([]);
});
