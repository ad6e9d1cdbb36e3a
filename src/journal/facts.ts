/** What an entry's page says before its results: when, where, with what. */
import type { CollectionEntry } from 'astro:content';
import { withUnit } from '../claims/format.ts';
import { formatCount, formatDay } from '../numbers/format.ts';
import { commandOf, outsideText, settingName } from './environment.ts';
import type { EntryPage } from './entries.ts';

type Dated = { data: Pick<CollectionEntry<'entries'>['data'], 'timestamp' | 'sources'> };

/** What stands where a source gives no date. */
const NO_DATE = 'no date given';

/** Day, and the time where the source gives one: `2 January 2025, 12:28:52`. */
export function formatMoment(timestamp: string | undefined): string {
  if (timestamp === undefined) return NO_DATE;
  const time = /T(\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:\d{2})?/.exec(timestamp);
  if (time === null) return formatDay(timestamp);
  const zone = time[2] === undefined ? '' : time[2] === 'Z' ? ' UTC' : ` ${time[2]}`;
  return `${formatDay(timestamp)}, ${time[1]}${zone}`;
}

/** The day alone. */
function formatDate(timestamp: string | undefined): string {
  return timestamp === undefined ? NO_DATE : formatDay(timestamp);
}

/** The two dates that an entry may have: as printed, and as the repository of its source has it. */
type Dates = Pick<CollectionEntry<'entries'>['data'], 'timestamp' | 'repositoryDate'>;

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

/**
 * The entries whose printed dates contradict the order of the journal: those dated before any other such
 * entry that stands before them. What was measured here has the date of its record, whatever its place is.
 *
 * @param entries of one study, in the order of its journal
 */
export function datedBack<Entry extends Dated>(entries: readonly Entry[]): Set<Entry> {
  const found = new Set<Entry>();
  let latest = -Infinity;
  for (const entry of entries) {
    const { timestamp, sources } = entry.data;
    if (timestamp === undefined || sources.length === 0) continue;
    const moment = Date.parse(timestamp);
    if (moment < latest) found.add(entry);
    else latest = moment;
  }
  return found;
}

type EntryData = CollectionEntry<'entries'>['data'];

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

/** What is known of an entry from outside of its file. */
interface Known {
  /** Address of the repository that its commit is of, without a slash at its end. */
  repository?: string | undefined;
  /** The machine that a source measured on, in words. */
  machine?: string | undefined;
}

type Described = Pick<EntryPage, 'runs'> & { entry: { data: EntryData } };

export function factsOf({ entry, runs }: Described, known: Known = {}): Fact[] {
  const { timestamp, repositoryDate, vantage, settings, systems, commit, state } = entry.data;
  const commitUrl = known.repository && commit && `${known.repository}/commit/${commit}`;
  return [
    {
      name: 'Date',
      value: `${formatMoment(timestamp)}${repositoryDate?.contradicts ? ' as printed; the day is wrong' : ''}`,
    },
    ...(repositoryDate
      ? [
          {
            name: 'Date in the repository',
            value: `${formatDay(repositoryDate.day)}. ${repositoryDate.from}`,
            href: repositoryDate.url,
          },
        ]
      : []),
    { name: 'From where', value: vantage },
    { name: 'Server', value: settings.map(settingName).join('; ') },
    ...Object.entries(systems).map(([name, version]) => ({
      name,
      value: version === 'not stated' ? 'version not stated' : version,
    })),
    commit === undefined
      ? { name: 'Commit', value: runs.length > 0 ? 'not recorded' : 'the source names no commit' }
      : {
          ...{ name: 'Commit', value: commit.slice(0, 10), code: true },
          ...(commitUrl && { link: commitUrl }),
        },
    ...machineFacts(runs, known.machine),
    ...(state === 'in-progress'
      ? [{ name: 'State', value: 'in progress: the work was not done when it was written' }]
      : []),
  ];
}

/** The machine, its clients, and libraries from outside; of several runs each once. */
function machineFacts(runs: Described['runs'], quoted: string | undefined): Fact[] {
  if (quoted !== undefined) return [{ name: 'Machine', value: quoted }];
  const environments = runs.map(({ environment }) => environment);
  const machines = environments.map(({ platform, cpu, cpuCount }) => {
    const processors = cpuCount === undefined ? undefined : `${cpuCount} logical processors`;
    return [cpu, processors, platform].filter(Boolean).join(', ');
  });
  const outside = environments.flatMap((each) => each.outside ?? []).map(outsideText);
  const fact = (name: string, values: readonly string[]): Fact[] => {
    const value = [...new Set(values)].filter(Boolean).join('; ');
    return value === '' ? [] : [{ name, value }];
  };
  return [
    ...fact('Machine', machines),
    ...fact(
      'Client',
      environments.map(({ runtime }) => runtime),
    ),
    ...[...new Set(outside)].flatMap((value) => fact('From outside', [value])),
  ];
}

/** The command that repeats each run, by the run’s name. */
export function commandsOf(runs: Described['runs'], names: ReadonlyMap<string, string>): Fact[] {
  return runs.map((run) => ({
    ...{ name: names.get(run.id) ?? run.id, value: commandOf(run), code: true },
  }));
}

/** What was set, and how. Figures carry their units. */
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
  const text = isRange ? numbers.join('–') : new Intl.ListFormat('en').format(numbers);
  return withUnit(text, unit);
}
