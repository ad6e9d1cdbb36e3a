/** One truth a cell: every page and file that was built shows a pair with the same figure, interval and class. */
import { globSync, readFileSync } from 'node:fs';
import { csvParse } from 'd3-dsv';
import { expect, test } from '@playwright/test';
import { parseHTML } from 'linkedom';
import { parse } from 'yaml';
import { builtPage, builtText } from './built-pages.ts';
import { testSite } from './site.ts';

/** A ratio as it is printed: `1.45× 1.43–1.48`, and its mark unless that says who may be the fastest. */
interface Shown {
  text: string;
  mark: string | undefined;
  where: string;
}

interface Panel {
  workload: string;
  roundTripMs: number;
  client: string;
  caption: string;
  groups: Array<{ plain: string; reference?: string; arms: string[] }>;
}

const studies = globSync('content/studies/*.mdx').map((file) => {
  const [, id = ''] = /([^/]+)\.mdx$/.exec(file) ?? [];
  const [, head = ''] = readFileSync(file, 'utf8').split(/^---$/m);
  const data = parse(head) as {
    pair: { of: string; to: string };
    card: { workload: string };
    answering: Array<{ record: string; workloads: string[] }>;
  };
  return { id, ...data };
});

/** What every place shows, by study, arm, arm that it is relative to, operation, distance and client. */
const seen = new Map<string, Shown[]>();

function note(key: readonly unknown[], shown: Shown): void {
  const name = key.join(' | ');
  seen.set(name, [...(seen.get(name) ?? []), shown]);
}

const squeezed = (text: string | null | undefined): string =>
  (text ?? '').replaceAll(/[\u00a0\u202f\s]+/g, ' ').trim();

/** The published ratio of a row. */
const RATIO = 'td.rt-ratio:not(.rt-own)';

/** The ratio in a cell; undefined where it has none. */
function ratioIn(cell: Element | null | undefined, where: string): Shown | undefined {
  const mark = cell?.querySelector('.rt-mark');
  const own = /rt-mark-([\w-]+)/.exec(mark?.className ?? '')?.[1];
  const words = squeezed(mark?.textContent);
  const interval = squeezed(cell?.querySelector('small')?.textContent);
  const figure = squeezed(cell?.textContent).replace(words, '').replace(interval, '').trim();
  if (!/^[\d.]+×$/.test(figure)) return undefined;
  return { text: `${figure} ${interval}`.trim(), mark: own === 'best' ? undefined : own, where };
}

type ReadPanel = { panel: Panel; rows: Map<string, Element> };
const sets = new Map<string, ReadPanel[]>();

/** The panels of a study or of home, with their rows by arm; parsed once. */
function panelsOf(set: string): ReadPanel[] {
  const files = globSync(`${testSite().directory}/panels/${set}/*.json`).sort();
  const read =
    sets.get(set) ??
    files.map((file) => {
      const { panel, table } = JSON.parse(readFileSync(file, 'utf8')) as {
        panel: Panel;
        table: string;
      };
      const { document } = parseHTML(`<body>${table}</body>`);
      const rows = [...document.querySelectorAll('tr[data-row]')].map(
        (row) => [row.getAttribute('data-row') ?? '', row] as const,
      );
      return { panel, rows: new Map(rows) };
    });
  sets.set(set, read);
  return read;
}

function readPanels(study: string, set: string): void {
  for (const { panel, rows } of panelsOf(set)) {
    for (const { arms, plain, reference = plain } of panel.groups) {
      for (const arm of arms) {
        const cells = rows.get(arm)?.querySelectorAll(RATIO) ?? [];
        const key = [study, panel.workload, panel.roundTripMs, panel.client, arm];
        const shown = ratioIn(cells[0], `panel of ${set}`);
        if (shown && arm !== reference) note([...key, reference], shown);
      }
    }
  }
}

test('a pair has one figure, one interval and one class on every page and in every file', () => {
  for (const { id } of studies) readPanels(id, id);
  readPanels('lumenize-vs-capnweb', 'home');
  for (const { id, pair, answering } of studies) {
    const panels = panelsOf(id);
    // The table of every operation has a column for each place, named as a panel’s caption ends.
    const [table] = [...builtPage(`/studies/${id}/`).querySelectorAll('table')].filter((each) =>
      each.textContent.includes('Every operation'),
    );
    const heads = [...(table?.querySelectorAll('thead th') ?? [])].map((head) =>
      squeezed(head.textContent),
    );
    for (const row of table?.querySelectorAll('tbody tr') ?? []) {
      const [name, ...cells] = [...row.children];
      for (const [at, cell] of cells.entries()) {
        const caption = `${squeezed(name?.textContent)} ${heads[at + 1]?.replace('From', 'from')}`;
        const found = panels.find(({ panel }) => squeezed(panel.caption) === caption)?.panel;
        const shown = ratioIn(cell, `every operation of ${id}`);
        if (shown === undefined) continue;
        expect(found, caption).toBeDefined();
        const { workload, roundTripMs, client } = found ?? {};
        note([id, workload, roundTripMs, client, pair.of, pair.to], shown);
      }
    }
    // A CSV states ratios to the reference of its plan.
    for (const { record, workloads } of answering) {
      const rows = csvParse(builtText(`/api/results/${record}.csv`));
      const text = readFileSync(`content/results/${record}.json`, 'utf8');
      const { plan, rows: results } = JSON.parse(text) as {
        plan: { reference: string };
        rows: Array<{ client: string; place: { roundTripMs: number } }>;
      };
      const [{ client, place } = { client: '', place: { roundTripMs: 0 } }] = results;
      for (const { arm, workload = '', ratio, ratio_low, ratio_high, class: own } of rows) {
        if (!workloads.includes(workload) || !ratio) continue;
        const [value, low, high] = [ratio, ratio_low, ratio_high].map((each) => digits(each));
        note([record.split('/')[0], workload, place.roundTripMs, client, arm, plan.reference], {
          text: `${value}× ${low}–${high}`,
          mark: own?.replace(/^(\w+)-by-margin$/, 'much-$1'),
          where: `${record}.csv`,
        });
      }
    }
  }
  const placesOf = (shown: Shown[]) => new Set(shown.map(({ where }) => where)).size;
  const several = [...seen].filter(([, shown]) => placesOf(shown) > 1);
  expect(several.length).toBeGreaterThan(100);
  for (const [key, shown] of several) {
    expect(new Set(shown.map(({ text }) => text)).size, `${key}: ${JSON.stringify(shown)}`).toBe(1);
    const marks = new Set(shown.flatMap(({ mark }) => mark ?? []));
    expect(marks.size, `${key}: ${JSON.stringify(shown)}`).toBeLessThan(2);
  }
  expectPages();
});

/** The page and the frame of a study show what its panels have, and its card a pair that stands in one of them. */
function expectPages(): void {
  const cards = squeezed(builtPage('/').querySelector('.rt-cards')?.textContent);
  for (const { id, pair, card } of studies) {
    const panels = panelsOf(id);
    for (const page of [`/studies/${id}/`, `/embed/${id}/`]) {
      const table = builtPage(page).querySelector('.rt-answers table');
      const own = panels.flatMap(({ rows: each }) => [...each.values()]);
      for (const row of table?.querySelectorAll('tr[data-row]') ?? []) {
        const cell = row.querySelector(RATIO);
        const arm = row.getAttribute('data-row');
        const same = own.filter((each) => each.getAttribute('data-row') === arm);
        const known = same.map((each) => ratioIn(each.querySelector(RATIO), page)?.text);
        expect(known, `${page} ${arm}`).toContain(ratioIn(cell, page)?.text);
      }
    }
    const ratios = [...seen].flatMap(([key, shown]) => {
      const [study, workload, , , of, to] = key.split(' | ');
      const isIt = study === id && workload === card.workload && of === pair.of && to === pair.to;
      return isIt ? shown.map(({ text }) => text.split(' ')) : [];
    });
    const isSaid = ratios.some(
      ([figure = '', interval = '']) => cards.includes(figure) && cards.includes(interval),
    );
    expect(isSaid, `${id}: ${JSON.stringify(ratios)}`).toBe(true);
  }
}

/** Digits as a page prints a ratio. */
function digits(text: string | undefined): string {
  const value = Number(text);
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : value < 0.01 ? 4 : 2);
}
