/** What an entry's page says before its results: when, where, with what. */
import type { CollectionEntry } from 'astro:content';
import { formatCount } from '../figures/format.ts';
import { settingNames } from '../report/words.ts';
import { formatMoment } from './entry-date.ts';

type EntryData = CollectionEntry<'entries'>['data'];

/** A fact with its name. Code is shown as such. */
export interface Fact {
  name: string;
  value: string;
  code?: boolean;
}

/** @param measured whether the entry's records were taken by this site */
export function factsOf(data: EntryData, measured: boolean): Fact[] {
  const { timestamp, vantage, settings, systems, commit, state } = data;
  const where = settings.map((setting) => settingNames[setting]);
  return [
    { name: 'Date', value: formatMoment(timestamp) },
    { name: 'From where', value: vantage },
    { name: settings.length > 1 ? 'Settings' : 'Setting', value: where.join('; ') },
    ...Object.entries(systems).map(([name, version]) => ({
      name,
      value: version === 'not stated' ? 'version not stated' : version,
    })),
    commit === undefined
      ? { name: 'Commit', value: measured ? 'not recorded' : 'the source names no commit' }
      : { name: 'Commit', value: commit.slice(0, 10), code: true },
    ...(state === 'in-progress'
      ? [{ name: 'State', value: 'in progress: the work was not done when it was written' }]
      : []),
  ];
}

/** What was set, and how. Figures carry their units. */
export function configurationOf({ configuration }: Pick<EntryData, 'configuration'>): Fact[] {
  return configuration.map(({ name, value, unit }) => ({ name, value: valueText(value, unit) }));
}

function valueText(value: number | string | number[], unit: string | undefined): string {
  if (typeof value === 'string') return value;
  const numbers = (Array.isArray(value) ? value : [value]).map((each) =>
    Number.isInteger(each) && each >= 10_000 ? formatCount(each) : String(each),
  );
  const text = new Intl.ListFormat('en').format(numbers);
  if (unit === undefined || unit === '') return text;
  // A count of one thing: `1 calls` would be wrong.
  const named = text === '1' && /^[a-z]{4,}s$/.test(unit) ? unit.slice(0, -1) : unit;
  return named === '×' ? `${text}×` : `${text}\u202f${named}`;
}
