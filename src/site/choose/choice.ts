/** The data of a case’s page, for its build and its script: configurations, numbers, and the reader’s choice. */
import type { Cell, Fact, LibraryCell, RatioCell } from '../../results/tables/table.ts';
import type { Standing } from './cases.ts';
import type { Need, NeedAnswer } from './needs.ts';

export interface Configuration {
  /** Id of its row, the same from every side. */
  row: string;
  library: LibraryCell;
  /** The library without its configuration: `oRPC`. */
  name: string;
  standing: Standing;
  /** The day since which its authors advise against it. */
  since?: string;
  /** The transport, if rows differ in it: `a WebSocket`. */
  over?: string;
  needs: Readonly<Record<string, Pick<NeedAnswer, 'answer' | 'takes' | 'elsewhere'>>>;
  /** The author’s line for a recommendation. */
  know?: string;
  /** The cells of a case that is billed. */
  weight?: Cell;
  idle?: Cell;
  notices?: Cell;
  /** Facts that its opened row states. */
  facts: readonly Fact[];
}

/** A configuration under one operation that was measured. */
export interface Line {
  /** Id of its arm in the study that measured it; absent if a run here lacks its package. */
  arm?: string;
  ratio?: RatioCell;
  time: Cell;
  /** Times in ms that half, 95 % and 99 % of the calls did not exceed. */
  percentiles?: readonly number[];
  /** Both ways. */
  bytes?: number;
  /** Of a million calls, in USD. */
  cost?: number;
  /** True if it was measured in another plan than what it is compared with. */
  isOfOtherPlan?: true;
}

/** One operation from one side over one distance. */
export interface Panel {
  /** `One write` */
  operation: string;
  /** `same machine` */
  distance: string;
  /** By row; absent where nobody measured it. */
  lines: Readonly<Record<string, Line>>;
  /** The rows that the others are compared with, by what they talk over, each with its name in a sentence. */
  plain: ReadonlyArray<{ over?: string; row: string; spoken: string }>;
  /** The sentences on which may be the fastest. */
  fastest: readonly string[];
  /** When and with what it was measured. */
  measured: string;
  /** The study whose run in the lab measures it; absent where a command has to. */
  runs?: string;
}

export interface ChooseData {
  title: string;
  /** The plain way, as the head of its column says. */
  against: string;
  needs: readonly Need[];
  configurations: readonly Configuration[];
  /** By {@link panelKey}. */
  panels: Readonly<Record<string, Panel>>;
  /** The day of the prices, if calls are billed: `22 November 2026`. */
  pricesOf?: string;
}

export interface Choice {
  from: string;
  network: string;
  operation: string;
  needs: readonly string[];
  /** True if rows that miss more than one need are shown too. */
  all: boolean;
}

export const panelKey = ({ from, network, operation }: Omit<Choice, 'needs' | 'all'>): string =>
  `${from} ${network} ${operation}`;

/** How a configuration fits what is needed. */
export interface Fit {
  own: Configuration;
  line?: Line;
  lacks: Need[];
  untested: Need[];
  /** Options that it takes, each with its need. */
  takes: Array<{ need: Need; option: string }>;
  /** The other configuration of the library that meets a need which this one lacks, by the id of the need. */
  elsewhere: Readonly<Record<string, string | undefined>>;
}

function fitOf(own: Configuration, needs: readonly Need[], line: Line | undefined): Fit {
  const answers = needs.map((need) => ({ need, ...own.needs[need.id] }));
  const among = (asked: string): Need[] =>
    answers.flatMap(({ need, answer = 'not tested' }) => (answer === asked ? [need] : []));
  return {
    own,
    line,
    lacks: among('no'),
    untested: among('not tested'),
    takes: answers.flatMap(({ need, takes }) =>
      takes === undefined ? [] : [{ need, option: takes }],
    ),
    elsewhere: Object.fromEntries(answers.map(({ need, elsewhere }) => [need.id, elsewhere])),
  };
}

/** Needs that a configuration is not known to meet. */
export const missed = ({ lacks, untested }: Fit): number => lacks.length + untested.length;

/** The chosen needs, and how every configuration of a panel fits them: by transport, those with the least ratio first. */
export function fitsOf(data: ChooseData, choice: Choice): { needs: Need[]; fits: Fit[] } {
  const needs = data.needs.filter(({ id }) => choice.needs.includes(id));
  const { lines = {}, plain = [] } = data.panels[panelKey(choice)] ?? {};
  const isReference = ({ own }: Fit) => plain.some(({ row }) => row === own.row);
  const fits = data.configurations.map((own) => fitOf(own, needs, lines[own.row]));
  const transport = ({ own }: Fit): number => plain.findIndex(({ over }) => over === own.over);
  const ratio = ({ line }: Fit): number => line?.ratio?.value ?? Infinity;
  return {
    needs,
    // No order holds between two transports.
    fits: fits.toSorted(
      (a, b) =>
        transport(a) - transport(b) ||
        Number(isReference(b)) - Number(isReference(a)) ||
        ratio(a) - ratio(b) ||
        0,
    ),
  };
}

/**
 * The number of libraries with a configuration that meets a need, and of all libraries. As in the recommendation,
 * those that their authors advise against are no choice.
 */
export function countOfNeed({ configurations }: ChooseData, id: string) {
  const libraries = Map.groupBy(
    configurations.filter(({ standing }) => standing === 'library'),
    ({ name }) => name,
  );
  const meets = [...libraries.values()].filter((own) =>
    own.some(({ needs }) => needs[id]?.answer === 'yes'),
  );
  return { meets: meets.length, of: libraries.size };
}

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

export const numberWord = (count: number): string => words[count] ?? String(count);

/** All of some needs in a sentence: `this`, `both`, `all three`. */
export const allOf = (count: number): string =>
  ['this', 'both'][count - 1] ?? `all ${numberWord(count)}`;
