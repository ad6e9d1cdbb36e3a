import type { Size } from '../../harness/plan/index.ts';
import type { Finding } from '../../report/finding.ts';
import type { QuotedContext } from '../../report/ratios.ts';

/** What the server-rendered markup tells the island, as JSON in a script element. */
export interface LiveConfig {
  study: string;
  /** Origin of the bench; empty when the bench answers on the page's own. */
  origin: string;
  workloads: SizedWorkload[];
  quoted?: QuotedContext | undefined;
  /** What was measured here, as far as a figure needs it. */
  published?: Finding | undefined;
  /** Whether no bench is asked: what is called are workers and frames of the page. */
  inPage?: true;
  /** In the lab: ids of all studies there. */
  lab?: string[];
}

/** A workload as far as an estimate needs it. */
export interface SizedWorkload extends Size {
  id: string;
  /** Ids of the arms that cannot do it, the twin among them. */
  lackedBy: string[];
  /** Whether its calls and their payload stay at the bench. */
  atBench?: boolean;
}

/** The configuration as text for a script element: no `<` of it can end the element. */
export function writeConfig(config: LiveConfig): string {
  return JSON.stringify(config).replaceAll('<', '\\u003c');
}

/** @param text what `writeConfig` wrote */
export function readConfig(text: string): LiveConfig {
  return JSON.parse(text) as LiveConfig;
}
