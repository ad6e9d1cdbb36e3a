/** Facts on an entry's results: when, where and with what, and how a run is repeated. */
import type { CollectionEntry } from 'astro:content';
import { findWorkload } from '../core/plan/index.ts';
import { CONTROL } from '../core/record/index.ts';
import type { AnyStudy } from '../libraries/studies/study-types.ts';
import { formatCount, formatDay, listed, withUnit } from '../results/numbers/format.ts';
import { outsideText, settingNames } from '../results/names.ts';
import type { MeasuredResult } from '../results/result.ts';
import type { EntryPage } from './journal.ts';

type EntryData = CollectionEntry<'entries'>['data'];

/** The words for a source without a date. */
const NO_DATE = 'no date given';

/** Day, and the time where the source gives one: `2 January 2025, 12:28:52`. */
export function formatMoment(timestamp: string | undefined): string {
  if (timestamp === undefined) return NO_DATE;
  const time = /T(\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:\d{2})?/.exec(timestamp);
  if (time === null) return formatDay(timestamp);
  const [, clock, zone = ''] = time;
  return `${formatDay(timestamp)}, ${clock} ${zone.replace('Z', 'UTC')}`.trimEnd();
}

/** Only the day. */
function formatDate(timestamp: string | undefined): string {
  return timestamp === undefined ? NO_DATE : formatDay(timestamp);
}

/** The two dates that an entry may have: as printed, and of the repository of its source. */
type Dates = Pick<EntryData, 'timestamp' | 'repositoryDate'>;

/** The moment to go by: the printed one, unless the repository shows it to be wrong. */
export function rightDate({ timestamp, repositoryDate }: Dates): string | undefined {
  return repositoryDate?.contradicts ? repositoryDate.day : timestamp;
}

/** The day to go by, with the printed one where that is wrong. */
export function formatRightDate(dates: Dates): string {
  const right = formatDate(rightDate(dates));
  const { timestamp, repositoryDate } = dates;
  return repositoryDate?.contradicts ? `${right}, printed as ${formatDate(timestamp)}` : right;
}

/** A fact with its name. Code is shown as such. */
export interface Fact {
  name: string;
  value: string;
  code?: boolean;
  /** Address of the page that shows it. */
  href?: string;
  /** Address of the value itself. */
  link?: string;
}

type Described = Pick<EntryPage, 'runs'> & { entry: { data: EntryData } };

/**
 * @param known what is known from outside of its file: the address of the repository that its commit is of, and
 *   the machine that a source measured on, in words
 */
export function factsOf(
  { entry, runs }: Described,
  { repository, machine }: Partial<Record<'repository' | 'machine', string | undefined>> = {},
): Fact[] {
  const { timestamp, repositoryDate, vantage, settings, systems, commit, state } = entry.data;
  const wrong = repositoryDate?.contradicts ? ' as printed; the day is wrong' : '';
  const facts: Fact[] = [{ name: 'Date', value: `${formatMoment(timestamp)}${wrong}` }];
  if (repositoryDate) {
    const { day, from, url } = repositoryDate;
    facts.push({ name: 'Date in the repository', value: `${formatDay(day)}. ${from}`, href: url });
  }
  facts.push({ name: 'From where', value: vantage });
  facts.push({ name: 'Server', value: settings.map((each) => settingNames[each]).join('; ') });
  for (const [name, version] of Object.entries(systems)) {
    facts.push({ name, value: version === 'not stated' ? 'version not stated' : version });
  }
  if (commit === undefined) {
    const value = runs.length > 0 ? 'not recorded' : 'the source names no commit';
    facts.push({ name: 'Commit', value });
  } else {
    const link = repository && `${repository}/commit/${commit}`;
    facts.push({ name: 'Commit', value: commit.slice(0, 10), code: true, link });
  }
  facts.push(
    ...(machine === undefined ? machineFacts(runs) : [{ name: 'Machine', value: machine }]),
  );
  if (state === 'in-progress') {
    const value = 'in progress: the work was not done when it was written';
    facts.push({ name: 'State', value });
  }
  return facts;
}

/** The machine, its clients, and libraries from outside; of several runs each once. */
function machineFacts(runs: Described['runs']): Fact[] {
  const environments = runs.map(({ environment }) => environment);
  const machines = environments.map(({ platform, cpu, cpuCount }) => {
    const processors = cpuCount === undefined ? undefined : `${cpuCount} logical processors`;
    return [cpu, processors, platform].filter(Boolean).join(', ');
  });
  const clients = environments.map(({ runtime }) => runtime);
  const outside = environments.flatMap((each) => each.outside ?? []).map(outsideText);
  const once = (values: readonly string[]): string =>
    [...new Set(values)].filter(Boolean).join('; ');
  return [
    { name: 'Machine', value: once(machines) },
    { name: 'Client', value: once(clients) },
    ...[...new Set(outside)].map((value) => ({ name: 'From outside', value })),
  ].filter(({ value }) => value !== '');
}

/** The commits at which the commands of runs work. The present one refuses operations that the study has lost. */
export function commandsNote(
  runs: ReadonlyArray<{ plan: Pick<MeasuredResult['plan'], 'workloads'> }>,
  study: AnyStudy,
): string {
  const isWhole = runs.every(({ plan }) => plan.workloads.every((id) => findWorkload(study, id)));
  const later = isWhole ? ' or a later one.' : '. The present one lacks some of these operations.';
  return `Each repeats a run in this site’s repository, at the commit above${later}`;
}

/** The command that repeats each run, by the run’s name. */
export function commandsOf(runs: Described['runs'], names: ReadonlyMap<string, string>): Fact[] {
  return runs.map((run) => ({
    name: names.get(run.id) ?? run.id,
    value: commandOf(run),
    code: true,
  }));
}

/** Settings; figures carry their units. */
export function configurationOf({ configuration }: Pick<EntryData, 'configuration'>): Fact[] {
  return configuration.map(({ name, ...setting }) => ({ name, value: valueText(setting) }));
}

function valueText({
  value,
  unit,
  isRange,
}: Omit<EntryData['configuration'][number], 'name'>): string {
  if (typeof value === 'string') return value;
  const numbers = (Array.isArray(value) ? value : [value]).map((each) =>
    Number.isInteger(each) && each >= 10_000 ? formatCount(each) : String(each),
  );
  const text = isRange ? numbers.join('–') : listed(numbers);
  return withUnit(text, unit);
}

/** Options of `--server` that ask for an arm of a server that is called by its address. */
const serverOptions: Readonly<Record<string, string>> = { redialled: 'redial=<bytes>' };

/** A word of a command line, in quotation marks where a shell would read more than a word. */
const quoted = (text: string): string =>
  /^[\w:/.[\]-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** The command that takes a run of the same plan, with a place for each folder from outside. */
function commandOf({ study, seed, plan, environment, tookMs = 0 }: MeasuredResult): string {
  const { setting, origin, network, userAgent, outside = [] } = environment;
  const isDeployed = setting === 'deployed' || setting === 'preview';
  // A run of so many rounds is repeated for as long as it took.
  const seconds = Math.max(1, Math.ceil((plan.budgetMs ?? tookMs) / 1000));
  return [
    `npm run measure -- ${study}`,
    `--workloads ${plan.workloads.join(',')}`,
    `--arms ${plan.arms.filter((arm) => arm !== CONTROL).join(',')}`,
    `--time ${seconds}`,
    `--seed ${seed}`,
    isDeployed && `--origin ${quoted(origin)}`,
    network && `--network ${network.roundTripMs}ms,${network.jitterMs}ms`,
    userAgent === undefined ? '' : '--browser',
    ...outside.map(({ id, origin: at = '', digest, arms }) =>
      digest === undefined
        ? `--server ${[`${id}=${quoted(at)}`, ...arms.flatMap(({ name }) => serverOptions[name] ?? [])].join(',')}`
        : `--system <folder of ${id}>${at === '' ? '' : `=${quoted(at)}`}`,
    ),
  ]
    .filter(Boolean)
    .join(' ');
}
