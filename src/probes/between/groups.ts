/** All questions about calls between objects, in the order of the page. */
import { calls } from './calls.ts';
import { errors } from './errors.ts';
import { eviction } from './eviction.ts';
import type { BetweenGroup } from './probe.ts';
import { values } from './values.ts';

export const betweenGroups: readonly BetweenGroup[] = [errors, values, calls, eviction];

export const betweenProbes = betweenGroups.flatMap(({ probes }) => probes);
