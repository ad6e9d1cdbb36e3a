/** Several loads of a page to one row, and rows to text. */
import { gzipSync } from 'node:zlib';
import { median } from 'simple-statistics';
import { messageOf } from '../../../bench-client/failure.ts';
import { columns } from '../../../report/table.ts';
import { type Audited, categories, type Category, type Request } from './audit.ts';
import type { RunWatched } from './live-run.ts';

/** What a page has loaded: its files, and the bodies of the scripts in the page itself. */
export interface Loaded {
  requests: readonly Request[];
  inline: readonly string[];
}

/** A page in figures: medians of its loads. kB are 1000 bytes, compressed. */
export interface PageFigures {
  page: string;
  path: string;
  /** 0 to 100. */
  scores: Record<Category, number>;
  /** How fast the machine was, by Lighthouse's index; the first score and blocking depend on it. */
  machine: number;
  layoutShift: number;
  blockingMs: number;
  /** All that is transferred before anything is pressed, headers included. */
  firstLoadKB: number;
  /** JavaScript of that, besides what a page of text loads as well. */
  scriptsKB: number;
  /** Checks that failed in any of the loads. */
  failing: string[];
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
  const scores = categories.map((id) => [id, middle(({ scores: each }) => each[id])] as const);
  return {
    page,
    path,
    scores: Object.fromEntries(scores) as Record<Category, number>,
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
