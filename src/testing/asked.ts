/** Which systems the matrix has, as page tests learn it: they cannot import the list of systems. */
import { readFileSync } from 'node:fs';
import { readRecorded, RECORDED } from '../probes/recorded.ts';
import { installedVersion } from '../systems/lumenize-rpc/bundling.ts';

const { results } = readRecorded(readFileSync(RECORDED, 'utf8'));

/** Ids of the systems that the probes ask. */
export const probedSystems = [...new Set(results.map(({ system }) => system))];

/** Those of them that can be asked here: one needs a package that may not be installed. */
export const probedHere = probedSystems.filter(
  (id) => id !== 'lumenize-rpc' || installedVersion !== undefined,
);
