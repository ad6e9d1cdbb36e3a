/** How Lighthouse judges a page, and the figures of several loads of it. */
import { gzipSync } from 'node:zlib';
import lighthouse, { type Flags } from 'lighthouse';
import { median } from 'simple-statistics';
import { messageOf } from '../../../bench-client/failure.ts';
import { columns } from '../../../report/table.ts';
import { findFreePair } from '../../shared/ports.ts';
import { launchChromium } from '../../shared/browser.ts';

export const categories = [
  'performance',
  'accessibility',
  'best-practices',
  'seo',
  'agentic-browsing',
] as const;
export type Category = (typeof categories)[number];

/** Lighthouse’s findings of a page's load, under its own emulation of a phone. */
export interface Audited {
  /** 0 to 100. */
  scores: Record<Category, number>;
  /** How fast the machine was, by Lighthouse's own index: more is faster. The first score and blocking depend on it. */
  machine: number;
  /** Cumulative layout shift, without a unit. */
  layoutShift: number;
  /** Total blocking time in ms. */
  blockingMs: number;
  /** `category/check` of all that counts, applies and does not pass; of several loads, in any of them. */
  failing: string[];
  requests: Request[];
}

/** A file that a page loaded before anything was pressed. */
export interface Request {
  url: string;
  script: boolean;
  /** As transferred: compressed, with its headers. */
  bytes: number;
}

/** From here on Lighthouse calls a check passed. */
const PASSED = 0.9;

/**
 * Loads a page in a fresh Chromium with Lighthouse's defaults: a phone, whose slow network and
 * processor are simulated.
 *
 * @throws Error when the page cannot be loaded or something is not in the report
 */
export async function audit(url: string): Promise<Audited> {
  const port = await findFreePair();
  const browser = await launchChromium({ args: [`--remote-debugging-port=${port}`] });
  try {
    const flags: Flags = { port, logLevel: 'error', onlyCategories: [...categories] };
    const report = await lighthouse(url, flags);
    return readReport(url, report?.lhr);
  } finally {
    await browser.close();
  }
}

/** The parts of Lighthouse’s report that are read. */
interface Report {
  runtimeError?: { message: string } | undefined;
  environment: { benchmarkIndex: number };
  categories: Readonly<
    Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  >;
  audits: Readonly<
    Record<string, { score: number | null; numericValue?: number; details?: unknown }>
  >;
}

/** @throws Error naming what of a report of Lighthouse is missing */
export function readReport(url: string, report: Report | undefined): Audited {
  if (report === undefined) throw new Error(`${url}: got no report of Lighthouse, expected one`);
  const { audits, environment, runtimeError } = report;
  if (runtimeError !== undefined) throw new Error(`${url}: Lighthouse: ${runtimeError.message}`);
  const failing: string[] = [];
  const score = (id: Category): number => {
    const category = report.categories[id];
    if (category === undefined || category.score === null)
      throw new Error(`${url}: got no score for ${id}, expected one`);
    for (const ref of category.auditRefs) {
      const passed = audits[ref.id]?.score ?? 1;
      if (ref.weight > 0 && passed < PASSED) failing.push(`${id}/${ref.id}`);
    }
    return Math.round(category.score * 100);
  };
  const value = (id: string): number => {
    const found = audits[id]?.numericValue;
    if (found === undefined) throw new Error(`${url}: got no ${id}, expected a number`);
    return found;
  };
  const loaded = audits['network-requests']?.details as { items: Loading[] } | undefined;
  if (loaded === undefined) throw new Error(`${url}: got no network-requests, expected them`);
  return {
    scores: scoresOf(score),
    machine: environment.benchmarkIndex,
    layoutShift: value('cumulative-layout-shift'),
    blockingMs: value('total-blocking-time'),
    failing,
    requests: loaded.items.map(({ url: address, resourceType, transferSize: bytes }) => ({
      ...{ url: address, script: resourceType === 'Script', bytes },
    })),
  };
}

/** A row of its audit `network-requests`. */
interface Loading {
  url: string;
  resourceType?: string;
  transferSize: number;
}

const scoresOf = (score: (id: Category) => number) =>
  Object.fromEntries(categories.map((id) => [id, score(id)])) as Record<Category, number>;

/** The files that a page has loaded, and the bodies of the scripts in the page itself. */
export interface Loaded {
  requests: readonly Request[];
  inline: readonly string[];
}

/** How the page's own thread fared during a run, in ms, on this machine as it is. */
export interface RunWatched {
  /** The longest task while turns were taken; null when none took 50 ms, from where they are told. */
  longestTaskMs: number | null;
  /** From the press on Cancel to the next paint, in steps of 8; null when below 16. */
  interactionMs: number | null;
}

/** A page in figures: medians of its loads. kB are 1000 bytes, compressed. */
export interface PageFigures extends Omit<Audited, 'requests'> {
  page: string;
  path: string;
  /** All that is transferred before anything is pressed, headers included. */
  firstLoadKB: number;
  /** JavaScript of that, besides what a page of text loads as well. */
  scriptsKB: number;
  /** Why loads came to nothing, which are in none of the figures. */
  lost: string[];
  /** Of a page with a live bench. */
  run?: RunWatched;
}

/** JavaScript in kB that one page loads and another does not. */
export function scriptsBeyond(page: Loaded, other: Loaded): number {
  const known = new Set([...other.requests.map(({ url }) => url), ...other.inline]);
  const files = page.requests.filter(({ script, url }) => script && !known.has(url));
  const inline = page.inline.filter((body) => !known.has(body));
  const bytes = [
    ...files.map((each) => each.bytes),
    ...inline.map((each) => gzipSync(each).length),
  ];
  return bytes.reduce((sum, each) => sum + each, 0) / 1000;
}

/**
 * @param tried loads that came to their end, or to nothing
 * @param bare what a page of text loads
 * @throws Error when all came to nothing
 */
export function summaryOf(
  { page, path, inline }: { page: string; path: string; inline: readonly string[] },
  tried: ReadonlyArray<PromiseSettledResult<Audited>>,
  bare: Loaded,
): PageFigures {
  const loads = tried.flatMap((load) => (load.status === 'fulfilled' ? [load.value] : []));
  const lost = tried.flatMap((load) =>
    load.status === 'rejected' ? [messageOf(load.reason)] : [],
  );
  if (loads.length === 0) throw new Error(`${page}: got no load, expected one. ${lost.join(' ')}`);
  const middle = (of: (load: Audited) => number) => median(loads.map(of));
  const kB = ({ requests }: Audited) => requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  return {
    page,
    path,
    scores: scoresOf((id) => middle(({ scores }) => scores[id])),
    machine: middle(({ machine }) => machine),
    layoutShift: middle(({ layoutShift }) => layoutShift),
    blockingMs: middle(({ blockingMs }) => blockingMs),
    firstLoadKB: middle(kB),
    scriptsKB: middle(({ requests }) => scriptsBeyond({ requests, inline }, bare)),
    lost,
    failing: [...new Set(loads.flatMap(({ failing }) => failing))],
  };
}

/** The tables that the command prints. */
export function pagesText(found: readonly PageFigures[], runs: number, bare: string): string {
  const units = ['shift', 'blocking ms', 'first load kB', 'scripts kB', 'machine'];
  const rows = found.map((each) => [
    each.page,
    ...categories.map((id) => String(each.scores[id])),
    each.layoutShift.toFixed(3),
    each.blockingMs.toFixed(0),
    each.firstLoadKB.toFixed(1),
    each.scriptsKB.toFixed(1),
    each.machine.toFixed(0),
  ]);
  const failing = found.flatMap(({ page, failing: checks }) =>
    checks.map((check) => `  ${page}: ${check}`),
  );
  const lost = found.flatMap(({ page, lost: reasons }) =>
    reasons.map((why) => `  ${page}: ${why}`),
  );
  const watched = found.flatMap(({ page, run }) =>
    run === undefined ? [] : [[page, run] as const],
  );
  return [
    `Lighthouse for a phone, median of ${runs}. Scripts: besides those of ${bare}.`,
    ...columns(['page', ...categories, ...units], rows),
    ...(failing.length > 0 ? ['', 'Checks that failed:', ...failing] : []),
    ...(lost.length > 0 ? ['', 'Loads that came to nothing:', ...lost] : []),
    ...(watched.length > 0 ? ['', ...watchedText(watched)] : []),
  ].join('\n');
}

function watchedText(watched: ReadonlyArray<readonly [string, RunWatched]>): string[] {
  const rows = watched.map(([page, { longestTaskMs, interactionMs }]) => [
    page,
    longestTaskMs?.toFixed(0) ?? 'none of 50 or more',
    interactionMs?.toFixed(0) ?? '16 or less',
  ]);
  const head = ['page', 'longest task, ms', 'interaction to next paint, ms'];
  return ['While a run goes on, on this machine as it is:', ...columns(head, rows)];
}
