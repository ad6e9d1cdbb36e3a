/** What a bench says of itself, in sentences. */
import type { ArmOutline } from '../harness/plan/index.ts';
import type { AboutBench } from '../harness/run/index.ts';
import { settingNames } from './words.ts';

/** @param arms those of the study, to say which of their systems the bench lacks */
export function aboutText(
  origin: string,
  { setting, commit, dirty, colo, systems }: AboutBench,
  { arms, servedAs }: { arms: ReadonlyArray<Pick<ArmOutline, 'system'>>; servedAs?: string },
): string {
  const held = new Set(systems.map(({ id }) => id));
  const asked = servedAs === undefined ? arms.map(({ system }) => system) : [servedAs];
  const lacking = new Set(asked.filter((id) => !held.has(id)));
  const changed = dirty ? ' with changes that were not committed' : '';
  const built = commit === null ? '' : `, built from commit ${commit.slice(0, 10)}${changed}`;
  const where = colo === null ? '' : `, in the data centre ${colo}`;
  const list = new Intl.ListFormat('en').format(lacking);
  return [
    `${origin} is a bench: ${settingNames[setting]}${built}${where}.`,
    lacking.size === 0
      ? 'It has every system of this study.'
      : `It lacks ${list}: the arms of that will not connect.`,
  ].join(' ');
}
