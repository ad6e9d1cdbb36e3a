/** Claims, errata and corrections, as the pages that list them were built. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { builtPage, builtText } from './built-pages.ts';

interface Claim {
  document: string;
  text: string;
  stated: string;
  recomputed: string | null;
  verdict: string;
  href: string;
  known?: number;
  today?: Array<{ figure: { value: number }; verdict?: string }>;
}

/** Every claim of /errata.json. */
function allClaims(): Claim[] {
  const { studies } = JSON.parse(builtText('/errata.json')) as {
    studies: Array<{ claims: Claim[] }>;
  };
  return studies.flatMap(({ claims }) => claims);
}

const NO = 'does not hold';
const SHOWN = 'Does not hold';

/** As a page shows it and as /errata.json has it, with the same spaces and signs, and no places to break. */
const plain = (text: string | null): string =>
  (text ?? '')
    .replaceAll('−', '-')
    .replaceAll('\u00ad', '')
    .replaceAll(/(?<=\d)\u202f(?=\d)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('/errata/ shows what /errata.json says does not hold, with a link to its source', () => {
  const wrong = allClaims().filter(({ verdict }) => verdict === NO);
  expect(wrong).not.toEqual([]);
  const rows = [
    ...builtPage('/errata/').querySelectorAll('.rt-claim-table tbody tr:not(.rt-group)'),
  ];
  expect(rows).toHaveLength(wrong.length);
  const texts = rows.map((row) => plain(row.textContent));
  for (const { text, stated, recomputed } of wrong) {
    const values = [text, stated === 'in words' ? '' : stated, recomputed].map(plain);
    const shown = texts.some((each) => values.every((value) => each.includes(value)));
    expect(shown, text).toBe(true);
  }
  const links = rows.map((row) =>
    [...row.querySelectorAll('a')].find((link) => link.textContent === SHOWN),
  );
  expect(links).not.toContain(undefined);
  const href = links[0]?.getAttribute('href') ?? '';
  expect(href).toMatch(/^\/sources\/.+#claim-/);
  const claim = builtPage(href).getElementById(href.split('#')[1] ?? '');
  expect(claim?.textContent).toContain(SHOWN);
});

test('each source leads with ten of its claims: stated, recomputed, and measured today', () => {
  const claims = allClaims();
  const sources = new Set(claims.map(({ document }) => document));
  for (const source of sources) {
    const page = builtPage(`/sources/${source}/`);
    const [best] = page.querySelectorAll('.rt-claim-table');
    expect(best?.closest('details'), source).toBeNull();
    const rows = [...(best?.querySelectorAll('tbody tr') ?? [])];
    expect(rows.map(({ id }) => id)).toEqual(rows.map((_, at) => `known-${at + 1}`));
    const own = claims.filter(({ document }) => document === source);
    expect(rows.length, source).toBe(Math.min(10, own.length));
    for (const [at, row] of rows.entries()) {
      const claim = own.find(({ known }) => known === at + 1);
      const [words, figures, now] = [...row.children].map((cell) => plain(cell.textContent));
      expect(words).toContain(plain(claim?.text ?? ''));
      const verdict = plain(claim?.verdict ?? '').replace("'", '’');
      expect(figures?.toLowerCase()).toContain(verdict);
      expect(figures).toContain(plain(claim?.recomputed ?? ''));
      for (const { figure, verdict: today = '' } of claim?.today ?? []) {
        expect(now?.toLowerCase()).toContain(`${today}${today && ' '}${figure.value.toFixed(2)}×`);
      }
      if (!claim?.today && !row.querySelector('td:last-child a')) expect(now).toBe('not measured');
    }
  }
  // What is in quotation marks leads to its line, as it stood when it was read.
  expect(
    builtPage('/sources/lumenize-measurements/').querySelector('#known-1 a')?.getAttribute('href'),
  ).toMatch(/^https:\/\/github\.com\/.+\/blob\/[0-9a-f]{40}\/.+\?plain=1#L\d+$/);
});

test('/corrections/ has every correction, or says that there is none', () => {
  const ofPages = Object.keys(
    (parse(readFileSync('content/corrections.yaml', 'utf8')) ?? {}) as object,
  );
  const { entries } = JSON.parse(builtText('/api/entries.json')) as {
    entries: Array<{ corrections: object[] }>;
  };
  const known = ofPages.length + entries.flatMap(({ corrections }) => corrections).length;
  const page = builtPage('/corrections/');
  expect(page.querySelectorAll('.rt-corrections > li')).toHaveLength(known);
  expect(page.body.textContent.includes('There are none yet.')).toBe(known === 0);
});
