/** The choices of a page, as the element reads them: the switches over a table, or the form of the lab. */
import type { PlanOptions } from '../../core/plan/index.ts';
import type { SharedResult } from '../../results/share/form.ts';
import { clockProblem } from './browser.ts';
import {
  byteText,
  type Choice,
  estimate,
  type Estimate,
  type AssumedNetwork,
  networkTo,
  roundsWithin,
} from './estimate.ts';
import type { LiveConfig } from './panel.ts';

/** The statistics, the tables and the client halves: what only a run or a result needs. */
export type RunModule = typeof import('./run/live.ts');

/** A run as it is asked for; without a seed, one is drawn. */
interface Request {
  options: PlanOptions & { arms: string[]; workloads: string[] };
  seed?: number;
  origin: string;
}

/** A run on the page: still measured, or a result of the reader or of somebody else. */
export interface RunShown {
  result?: SharedResult;
  whose: 'running' | 'yours' | 'shared';
}

/** Read once: a page of the lab has several views, and a coarse clock takes long to read. */
const clock = clockProblem();

export abstract class View {
  /** Origin of the site's own bench. */
  readonly ownBench: string;
  protected readonly root: HTMLElement;
  protected readonly config: LiveConfig;

  constructor(root: HTMLElement, config: LiveConfig) {
    this.root = root;
    this.config = config;
    this.ownBench = config.origin === '' ? location.origin : config.origin;
  }

  /** The run that is chosen now. */
  abstract get request(): Request;
  /** How large it is. */
  protected abstract get size(): { choice: Choice; network: AssumedNetwork };
  /** Name of the result in the list of results. */
  abstract get title(): string;
  /** Path of the page that opens a link to the result. */
  abstract get page(): string;
  /** Shows a run in the tables, or none any more. */
  abstract show(module: RunModule, run: RunShown | undefined): void;
  /** What a result found, in sentences. */
  abstract summary(result: SharedResult): string;

  /** Why the chosen run is impossible, in a sentence; undefined where it is not. */
  protected get problem(): string | undefined {
    return undefined;
  }

  /** A sentence on the published results of the choices. */
  protected get published(): string {
    return '';
  }

  /** Code that a run measures instead of what is published, in a sentence. */
  protected get instead(): string {
    return '';
  }

  /** What is to be said of a run before it starts. @param takes its time and bytes */
  protected idleText({ bytes }: Estimate): string {
    const moves = this.config.inPage ? '' : `A run moves up to ${byteText(bytes)}.`;
    return [this.published, 'Your column is empty until you run.', this.instead, moves]
      .filter(Boolean)
      .join(' ');
  }

  /** Fetches what the choices show. */
  follow(): Promise<void> {
    return Promise.resolve();
  }

  /** Makes the choices of a result, as far as the page has them. */
  abstract open(result: SharedResult): Promise<void>;

  /** What a run of the choices takes, or why there can be none. */
  preview(): { told: string; takes: Estimate | undefined } {
    if (this.config.arms.length === 0) return { told: this.published, takes: undefined };
    const problem = this.problem ?? clock;
    if (problem !== undefined) return { told: problem, takes: undefined };
    const { choice, network } = this.size;
    const takes = estimate(choice, network);
    return { told: this.idleText(takes), takes };
  }

  protected networkTo(origin: string): AssumedNetwork {
    return networkTo(origin, this.config.inPage === true);
  }

  /** The size of a run at the site’s own bench, as long as the study says. */
  protected sizeOfRun(of: Pick<Choice, 'arms' | 'workloads'>) {
    const { rounds, budgetMs } = this.config;
    const network = this.networkTo(this.ownBench);
    const choice = { ...of, budgetMs };
    const length =
      rounds === undefined
        ? undefined
        : ({ rule: 'fixed', rounds: roundsWithin(choice, network, rounds) } as const);
    return { choice: { ...choice, length }, network };
  }

  /** Where a run has none of the study's subjects, all others are its subjects. */
  protected withSubjects(options: Request['options']): Request['options'] {
    const { always, subjects } = this.config;
    const { arms, reference } = options;
    const others = arms.filter((arm) => !always.includes(arm) && arm !== reference);
    const isUsual = others.length === 0 || subjects.some((arm) => arms.includes(arm));
    return isUsual ? options : { ...options, subjects: others };
  }
}
