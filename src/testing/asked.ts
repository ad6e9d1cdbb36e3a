/** Which systems the matrices have, as page tests learn it: they cannot import the list of systems. */
import { readFileSync } from 'node:fs';
import { allProbes } from '../probes/groups.ts';
import type { Place } from '../probes/question.ts';
import { readRecorded, RECORDED } from '../probes/recorded.ts';
import { installedVersion } from '../systems/lumenize-rpc/bundling.ts';

/** Ids of the systems that were asked in a place. */
export function askedIn(place: Place): string[] {
  const ids = new Set(allProbes(place).map(({ id }) => id));
  const { results } = readRecorded(readFileSync(RECORDED, 'utf8'));
  return [...new Set(results.filter(({ probe }) => ids.has(probe)).map(({ system }) => system))];
}

/** Those of them that can be asked here: one needs a package that may not be installed. */
export function askableIn(place: Place): string[] {
  return askedIn(place).filter((id) => id !== 'lumenize-rpc' || installedVersion !== undefined);
}
