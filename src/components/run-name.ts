/** How a record is called among others of its entry. */
import type { MeasuredRecord, Setting } from '../harness/record.ts';

/** A setting as it is written: `wrangler dev`. */
export function settingName(setting: Setting): string {
  return setting.replace('-', ' ');
}

/** Setting and client: `workerd · Node 24.21.0`. */
export function runName({ environment }: Pick<MeasuredRecord, 'environment'>): string {
  return `${settingName(environment.setting)} · ${environment.runtime}`;
}
