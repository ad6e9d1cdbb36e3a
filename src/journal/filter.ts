/** What entries and studies can be filtered by: the systems they have results of, and their settings. */
import { quotedSettings } from '../harness/record/index.ts';
import type { Filtered, FilterField } from '../report/entry-filter.ts';
import { allSystems } from '../systems/index.ts';
import type { EntryPage } from './entries.ts';
import { settingName } from './runs.ts';

/** Something to choose, by the name readers know. */
export interface Choice {
  id: string;
  label: string;
}

type Held = Pick<EntryPage, 'runs' | 'quoted' | 'names'>;

/** Ids of the systems that an entry has a result of. */
export function systemsIn({ runs, quoted, names }: Held): string[] {
  const arms = [
    ...runs.flatMap(({ record }) => record.plan.arms),
    ...quoted.flatMap(({ results }) => results.map(({ arm }) => arm.id)),
  ];
  return [...new Set(arms.map((arm) => names(arm).system))];
}

/** What one entry has; of several, what any of them has. */
export function filteredBy(...pages: ReadonlyArray<Held & Pick<EntryPage, 'entry'>>): Filtered {
  return {
    system: [...new Set(pages.flatMap(systemsIn))],
    setting: [...new Set(pages.flatMap(({ entry }) => entry.data.settings))],
  };
}

/** The same as attributes of the item in its list. */
export function filterAttributes({ system, setting }: Filtered): Record<string, string> {
  return {
    'data-filter-item': '',
    'data-system': system.join(' '),
    'data-setting': setting.join(' '),
  };
}

/** What can be chosen among items: systems and settings in the order in which this site lists them. */
export function choicesOf(items: readonly Filtered[]): Record<FilterField, Choice[]> {
  const held = new Set(items.flatMap(({ system }) => system));
  const settings = new Set(items.flatMap(({ setting }) => setting));
  return {
    system: allSystems.filter(({ id }) => held.has(id)).map(({ id, label }) => ({ id, label })),
    setting: quotedSettings
      .filter((id) => settings.has(id))
      .map((id) => ({ id, label: settingName(id) })),
  };
}
