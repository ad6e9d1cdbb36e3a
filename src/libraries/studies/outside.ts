import type { OwnOperations } from './study-types.ts';
import type { Contestant } from '../systems/arms.ts';

/**
 * Contestants from outside that the pages hold: none. `measure --browser --system` builds pages for
 * its own machine with a list in the place of this (src/site/integrations/contestants.ts).
 */
export const contestants: ReadonlyArray<Contestant<OwnOperations>> = [];
