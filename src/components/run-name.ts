/** How a record is called among others of its entry. */
import type { QuotedRecord, QuotedSetting } from '../harness/quoted-record.ts';
import type { MeasuredRecord } from '../harness/record.ts';

/** A setting as it is written: `wrangler dev`. */
export function settingName(setting: QuotedSetting): string {
  return setting === 'local' ? 'local machine' : setting.replace('-', ' ');
}

/** Setting and client: `workerd · Node 24.21.0`. */
export function runName({ environment }: Pick<MeasuredRecord, 'environment'>): string {
  return `${settingName(environment.setting)} · ${environment.runtime}`;
}

/** The same of a quoted record, as far as its source names them. */
export function quotedName({ environment }: Pick<QuotedRecord, 'environment'>): string {
  const { setting, runtime } = environment;
  return runtime === undefined ? settingName(setting) : `${settingName(setting)} · ${runtime}`;
}

/** Where something ran, as the beginning of a clause. */
export function placeOf(setting: QuotedSetting): string {
  switch (setting) {
    case 'workerd':
      return 'on workerd';
    case 'wrangler-dev':
      return 'under wrangler dev';
    case 'deployed':
      return 'deployed';
    case 'preview':
      return 'in a preview deployment';
    case 'local':
      return 'on a local machine';
  }
}

/** Names in a sentence: `one, two, and three`. */
export function listed(items: Iterable<string>): string {
  return new Intl.ListFormat('en').format(items);
}
