/** The written recommendation: who meets the chosen needs, at what cost, and what to do where none does. */
import { className, possessive } from '../../results/names.ts';
import { capitalized, listed } from '../../results/numbers/format.ts';
import { formatInterval, formatQuantity } from '../../results/numbers/quantity.ts';
import { isQuantity } from '../../results/tables/table.ts';
import {
  allOf,
  type Choice,
  type ChooseData,
  type Fit,
  fitsOf,
  missed,
  numberWord,
  type Panel,
  panelKey,
} from './choice.ts';

export interface Recommendation {
  title: string;
  /** Sentences, behind the name of the configuration that they are about. */
  points: ReadonlyArray<{ lead?: string; sentences: readonly string[] }>;
}

/** Most configurations of one transport that are named. */
const NAMED = 2;

export function recommend(data: ChooseData, choice: Choice): Recommendation {
  const { needs, fits } = fitsOf(data, choice);
  const panel = data.panels[panelKey(choice)];
  const libraries = fits.filter(({ own }) => own.standing === 'library');
  if (needs.length === 0) return withoutNeeds(panel);
  const all = allOf(needs.length);
  const least = Math.min(...libraries.map(missed));
  const best = libraries.filter((each) => missed(each) === least);
  // Where none meets a need there is no closest one.
  const named = least < needs.length ? namedOf(best, least === 0 ? NAMED : 1) : [];
  const others = named.length === 0 ? 0 : best.length - named.length;
  const full = Map.groupBy(
    fits.filter((each) => missed(each) === 0),
    ({ own }) => own.standing,
  );
  const caveats = (['advised-against', 'not-installable'] as const).flatMap((standing) =>
    (full.get(standing) ?? []).map(({ own }) => caveatOf(own, standing, all)),
  );
  return {
    title: titleOf(full.get('library') ?? [], full.has('advised-against'), all),
    points: [
      ...named.map((fit, at) => ({
        lead: `${least > 0 && at === 0 ? 'Closest: ' : ''}${fit.own.library.label}.`,
        sentences: [
          ...shortcomings(fit),
          timeOf(panel, fit),
          ...costs(fit),
          ...knowledge(fit, named.slice(0, at)),
        ],
      })),
      ...(others > 0 ? [{ sentences: [othersText(others, least)] }] : []),
      ...caveats,
    ],
  };
}

function othersText(count: number, miss: number): string {
  const many = count > 1;
  const words = capitalized(numberWord(count));
  if (miss === 0) return `${words} more ${many ? 'do' : 'does'} so: see the table.`;
  return `${words} more ${many ? 'miss' : 'misses'} as much: see the table.`;
}

function titleOf(full: readonly Fit[], isAdvisedAgainst: boolean, all: string): string {
  const names = [...new Set(full.map(({ own }) => own.name))];
  if (names.length === 0) return `No ${isAdvisedAgainst ? 'maintained ' : ''}library does ${all}.`;
  if (names.length > 3) return `${capitalized(numberWord(names.length))} libraries do ${all}.`;
  return `${listed(names)} ${names.length === 1 ? 'does' : 'do'} ${all}.`;
}

/** The first of each transport, since no order holds between two of them. */
function namedOf(fits: readonly Fit[], count: number): Fit[] {
  return [...Map.groupBy(fits, ({ own }) => own.over).values()].flatMap((own) =>
    own.slice(0, count),
  );
}

function shortcomings({ lacks, untested, takes, elsewhere }: Fit): string[] {
  return [
    ...lacks.flatMap(({ id, label, instead }) => [
      `It lacks “${label}”: ${instead}.`,
      ...(elsewhere[id] === undefined ? [] : [`Another configuration has it: ${elsewhere[id]}.`]),
    ]),
    ...untested.map(({ label }) => `“${label}” was not tested with it: try that first.`),
    ...takes.map(({ need, option }) => `“${need.label}” takes its option ${option}.`),
  ];
}

function costs({ own: { idle } }: Fit): string[] {
  return typeof idle === 'string' ? [`Idle: ${idle} a day per object.`] : [];
}

/** The author’s line, once for each library. */
function knowledge({ own: { know, name } }: Fit, before: readonly Fit[]): string[] {
  return know === undefined || before.some(({ own }) => own.name === name) ? [] : [know];
}

function timeOf(panel: Panel | undefined, { own, line }: Fit): string {
  const ratio = line?.ratio;
  const plain = panel?.plain.find(({ over }) => over === own.over);
  if (panel && ratio === undefined && plain && isQuantity(line?.time)) {
    return `${panel.operation}, ${panel.distance}: ${formatQuantity(line.time)}, in a plan without ${plain.spoken}.`;
  }
  if (panel === undefined || ratio === undefined || plain === undefined) {
    return panel === undefined
      ? 'Its time was not measured.'
      : `${panel.operation}: not measured with it.`;
  }
  const interval = formatInterval(ratio);
  const ends = interval === '' ? '' : ` (95\u00a0% CI ${interval})`;
  const compared = `${panel.operation}, ${panel.distance}: ${formatQuantity(ratio)} ${possessive(plain.spoken)} time${ends}`;
  if (ratio.class === undefined) return `${compared}.`;
  if (ratio.class === 'open') return `${compared}. We cannot tell which is faster.`;
  return `${compared}, ${className(ratio.class)}.`;
}

/** What does it all and is no choice, with the reason. */
function caveatOf(
  { since = '', library }: Fit['own'],
  standing: 'advised-against' | 'not-installable',
  all: string,
) {
  const caveats = {
    'advised-against': `but its authors have advised against it since ${since}.`,
    'not-installable': 'but it is code of this site and no package.',
  };
  return { lead: `${library.label}.`, sentences: [`It does ${all}, ${caveats[standing]}`] };
}

/** Before needs are chosen none is better than another: only which may be the fastest can be said. */
function withoutNeeds(panel: Panel | undefined): Recommendation {
  const points = panel?.fastest.map((sentence) => ({ sentences: [sentence] })) ?? [];
  return { title: 'Choose what you need.', points };
}
