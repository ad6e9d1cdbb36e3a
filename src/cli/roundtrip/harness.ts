/**
 * The package as programs import it: plans, runs, records and statistics, without the systems and
 * places of this site. `runUntil` takes a study and a world, and knows nothing of how anything is sent.
 */
import type { Connection, OutsideSystem } from '../../harness/plan/index.ts';
import type { AcceptMode } from '../../harness/record/index.ts';
import type { ConnectOptions } from '../../links/link.ts';
import type { Api } from '../../service/api.ts';
export * from '../../harness/plan/index.ts';
export * from '../../harness/record/index.ts';
export * from '../../harness/run/index.ts';
export * from '../../harness/statistics/index.ts';
/** The exports of a library’s client module. */
interface Contestant {
  system: OutsideSystem & {
    arms: ReadonlyArray<{
      accept: AcceptMode;
      /** Operations that it cannot do, each with the reason. */
      cannot?: Readonly<Record<string, string>>;
      /** Where it checks arguments against a schema at run time. */
      validation?: true;
    }>;
  };
  /** Opens a connection to one new object, for an arm by its name. */
  connect(arm: string): (options: ConnectOptions) => Promise<Connection<Partial<Api>>>;
}

/** Gives a client module its types: `export const { system, connect } = defineContestant({ … })`. */
export const defineContestant = (contestant: Contestant): Contestant => contestant;

// A turn as it is counted; records have a unit of measurement of that name.
export type { Unit } from '../../harness/statistics/index.ts';
