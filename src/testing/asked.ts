/** Which systems the matrix has, as page tests learn it: they cannot import the list of systems. */
import { readFileSync } from 'node:fs';
import { readRecorded, RECORDED } from '../questions/recorded.ts';

const { results } = readRecorded(readFileSync(RECORDED, 'utf8'));

/** Ids of the systems that the probes ask. */
export const probedSystems = [...new Set(results.map(({ system }) => system))];
