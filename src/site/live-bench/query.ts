/** Addresses: of the lab with a plan, `/lab/?study=…&workloads=a,b&arms=a,b&length=60s&seed=7`, and of panels. */
import type { Length } from '../../core/plan/index.ts';
import type { SharedResult } from '../../results/share/form.ts';

interface Asked {
  study?: string;
  workloads?: string[];
  arms?: string[];
  length?: Length;
  seed?: number;
  /** Arm that ratios are stated against; absent for the study's. */
  reference?: string | undefined;
  /** Origin of the bench; absent for the site's own. */
  origin?: string;
}

export function labAddress(asked: Asked): string {
  const { study, workloads, arms, length, seed, reference, origin } = asked;
  const values = {
    study,
    workloads: workloads?.join(),
    arms: arms?.join(),
    length: length?.rule === 'time' ? `${length.budgetMs / 1000}s` : undefined,
    rounds: length?.rule === 'fixed' ? length.rounds : undefined,
    seed,
    reference,
    origin,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(name, String(value));
  }
  // Legible: these need no escape in a query.
  const text = String(query).replaceAll('%2C', ',').replaceAll('%2F', '/').replaceAll('%3A', ':');
  return `/lab/?${text}`;
}

/** The name of a panel, and of its file: `increment.25.node`. */
export const panelKey = (workload: string, roundTripMs: string | number, client: string): string =>
  `${workload}.${roundTripMs}.${client}`;

/** The command that measures one operation of a study. */
export const commandOf = (study: string, workload: string): string =>
  `npm run measure -- ${study} --workloads ${workload}`;

/** The address in the lab that repeats a run in the same order. @param ownOrigin of the site's own bench */
export function planAddress(
  { study, seed, plan, environment: { origin } }: SharedResult,
  ownOrigin: string,
): string {
  const { workloads, arms, rounds } = plan;
  return labAddress({
    study,
    seed,
    workloads,
    arms,
    length:
      rounds === undefined
        ? { rule: 'time', budgetMs: plan.budgetMs ?? 0 }
        : { rule: 'fixed', rounds },
    origin: origin !== ownOrigin ? origin : undefined,
  });
}
