/** All questions about windows and workers, in the order of the page. */
import { calls } from './calls.ts';
import { errors } from './errors.ts';
import { leaving } from './leaving.ts';
import type { WindowGroup } from './probe.ts';
import { values } from './values.ts';

export const windowGroups: readonly WindowGroup[] = [errors, values, calls, leaving];

export const windowProbes = windowGroups.flatMap(({ probes }) => probes);
