/** The known issues of each library, as its page was built. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { builtPage } from './built-pages.ts';

// From the file: page tests cannot import the list of systems, by which it is read otherwise.
const { queries, issues } = parse(readFileSync('content/issues.yaml', 'utf8')) as {
  queries: Record<string, string[]>;
  issues: Array<{ repository: string; number: number; kind?: 'pull'; systems: string[] }>;
};

const mainOf = (system: string) => builtPage(`/systems/${system}/`).querySelector('main');
const rowsOf = (system: string): Element[] => {
  const tables = [...(mainOf(system)?.querySelectorAll('table') ?? [])];
  const own = tables.find((each) => each.textContent.includes('What to do instead'));
  return [...(own?.querySelectorAll('tbody tr') ?? [])];
};
const linksIn = (element: Element): Array<string | null> =>
  [...element.querySelectorAll('a')].map((link) => link.getAttribute('href'));

for (const [system, { length }] of Object.entries(queries)) {
  test(`the page of ${system} lists its reports, or says that none was found`, () => {
    const own = issues.filter(({ systems }) => systems.includes(system));
    const rows = rowsOf(system);
    const reports = own.map(
      ({ repository, number, kind = 'issues' }) =>
        `https://github.com/${repository}/${kind}/${number}`,
    );
    expect(rows.map((row) => linksIn(row)[0])).toEqual(reports);
    for (const row of rows) {
      const [, says, here, instead] = [...row.children].map((cell) => cell.textContent.trim());
      expect(here).toMatch(/^(Still so|Mended in our version|Not reproducible here)\./);
      expect([says, instead]).not.toContain('');
      const shown = new RegExp(`^(/capabilities/#(.+--${system}|group-.+)|/studies/.+/(#.+)?)$`);
      expect(linksIn(row)[1]).toMatch(shown);
    }
    const text = mainOf(system)?.textContent ?? '';
    for (const words of [`by ${length} queries`, 'with the same effort', 'is no score'])
      expect(text).toContain(words);
    expect(text.includes('No public report was found')).toBe(own.length === 0);
  });
}

test('what is no library has no such part', () => {
  expect(mainOf('raw-websocket')?.querySelector('#issues')).toBeNull();
  expect(mainOf('capnweb')?.querySelector('#issues')).not.toBeNull();
});
