/** The five questions of where calls go from and to: what of a study answers each. */
import type { AcceptMode } from '../../core/record/index.ts';
import type { ArmGroup } from '../../libraries/studies/groups.ts';
import type { Client, MeasuredResult } from '../../results/result.ts';
import type { LibraryLine } from '../../results/tables/library-table.ts';
import type { LibraryCell } from '../../results/tables/table.ts';
import data from './cases.json';

/** How a configuration stands in the choice: the plain way, a library, or one that is named with its caveat. */
export type Standing = 'plain' | 'library' | 'advised-against' | 'not-installable';

export interface Operation {
  workload: string;
  /** Another study that measures it, and its arms by those of the case. */
  other?: { study: string; arms: Readonly<Record<string, string>> };
}

/** A side that calls come from, or a pair of runtimes. */
export interface Side {
  id: string;
  label: string;
  client: Client;
  /** Arm that the others are compared with; that of the study’s groups unless given. */
  plain?: string;
}

export interface ArmPlace {
  /** Id of its row, the same from every side. */
  row: string;
  side?: string;
  /** Label behind the name of its library, instead of that of the study. */
  over?: string;
}

export interface Case {
  /** End of its address: `/choose/workers/`. */
  id: string;
  /** From where to where, as its tab says. */
  label: string;
  title: string;
  study: string;
  sideLabel: string;
  sides: readonly Side[];
  /** Round trips in ms. */
  distances: readonly number[];
  /** The first one is shown at first. */
  operations: readonly Operation[];
  /** The plain way, as the head of its column says. */
  against: string;
  /** True where libraries were asked for their features, so that they can be chosen as needs. */
  features?: true;
  /** Arms whose features were tested, and that no answer of the study has. */
  untimed?: readonly string[];
  live: boolean;
  /** Whom a call is billed to: a bench, objects, or nobody. */
  billed?: 'bench' | 'objects';
  leavesOut: string;
  /** Expression of the arms that are no choice: suspected parts, rebuilt designs and illustrations. */
  excludes?: string;
  /**
   * Expression with the parts of arms whose id names their side: `system`, `side`, and `over` for what a library
   * talks over, with its names. An arm that does not match is no choice. Without it every arm is of every side.
   */
  arms?: { match: string; over: Readonly<Record<string, string>> };
}

export const cases = data as readonly Case[];

export function armPlace({ excludes, arms }: Case, arm: string): ArmPlace | undefined {
  if (excludes !== undefined && new RegExp(excludes).test(arm)) return undefined;
  if (arms === undefined) return { row: arm };
  const { system, side, over = '' } = new RegExp(arms.match).exec(arm)?.groups ?? {};
  if (system === undefined || side === undefined) return undefined;
  return { row: `${system}/${over}`, side, over: arms.over[over] ?? over };
}

/** One operation from one side over one distance. */
export interface CasePanel {
  /** `browser 25 increment` */
  key: string;
  side: Side;
  roundTripMs: number;
  workload: string;
  /** The study that measured it. */
  study: string;
  /** The operation’s name: `One write`. */
  name: string;
  /** Sentences on which may be the fastest. */
  fastest: readonly string[];
  groups: ReadonlyArray<Pick<ArmGroup, 'plain' | 'over'>>;
  lines: readonly CaseLine[];
  /** The results that its rows are from. */
  from: readonly MeasuredResult[];
}

/** One configuration under the operation of a panel. */
export interface CaseLine {
  /** Id of its row, the same from every side. */
  id: string;
  /** Id of its arm in the study of the case. */
  arm: string;
  library: LibraryCell;
  /** The transport, if the panel has groups. */
  over?: string;
  /** Its line in the central table of the operation, whose arm is that of the study that measured it. */
  shown?: LibraryLine;
  standing: Standing;
  /** How it is connected; undefined without a bench. */
  accept?: AcceptMode;
}
