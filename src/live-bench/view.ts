/** What the element asks of a page's choices: the switches over a table, or the form of the lab. */
import type { PlanOptions } from '../harness/plan/index.ts';
import type { ReducedResult } from '../share/form.ts';
import { assumedPace, type Choice, isLocal, type Pace, PAGE_PACE, wayOf } from './estimate.ts';
import { formatMs } from '../numbers/format.ts';
import type { LiveConfig } from './panel.ts';

/** The statistics, the tables and the client halves: what only a run or a result needs. */
export type RunModule = typeof import('./run/live.ts');

export interface View {
  /** What is run now. */
  readonly request: {
    options: PlanOptions & { arms: string[]; workloads: string[] };
    seed: number | undefined;
    origin: string;
  };
  /** Why that cannot be run, in a sentence; undefined where it can. */
  readonly problem: string | undefined;
  /** How large it is, and what else is to be said of it before it starts. */
  readonly size: { choice: Choice; pace: Pace; note?: string };
  readonly ownBench: string;
  /** Name of the result in the list of results. */
  readonly title: string;
  /** Path of the page that opens a link to the result. */
  readonly page: string;
  /** Makes the choices of a result, as far as the page has them. */
  open(result: ReducedResult): void;
  /** Shows a result in the tables, or none any more. @param running whether it is still measured */
  show(module: RunModule | undefined, result: ReducedResult | undefined, running: boolean): void;
  /** The sentence over the tables. */
  summary(result: ReducedResult): string;
  /** What the result cannot say; before a run, what it will not. */
  limits(result: ReducedResult | undefined): string;
  /** Address in the lab that repeats a result's plan. */
  planLink(result: ReducedResult): string;
  runLabel(again: boolean): string;
}

/** Origin of the site's own bench. */
export function ownBenchOf({ origin }: LiveConfig): string {
  return origin === '' ? location.origin : origin;
}

/** What is known of the way to a bench before a run. */
export function paceTo(origin: string, inPage: boolean): Pace {
  return inPage ? PAGE_PACE : assumedPace(new URL(origin).hostname, wayTo(origin));
}

/** How far away a bench is, in a sentence; undefined where nothing is known of it. */
export function distanceText(origin: string): string | undefined {
  const { hostname } = new URL(origin);
  if (isLocal(hostname)) return 'The benchmark server is on this machine.';
  const ms = wayTo(origin);
  return ms === undefined ? undefined : `The benchmark server is about ${formatMs(ms)} away.`;
}

/** Time there and back that the files of this page took, in ms, where they are from the bench's host. */
function wayTo(origin: string): number | undefined {
  if (new URL(origin).hostname !== location.hostname) return undefined;
  const files = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  return wayOf(files.filter(({ name }) => name.startsWith(location.origin)));
}
