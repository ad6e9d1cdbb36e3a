import type { OwnOperations } from './study-types.ts';
import type { Contestant } from '../systems/arms.ts';

/** Contestants from outside: none. `measure --browser --system` builds pages with a list of its own instead. */
export const contestants: ReadonlyArray<Contestant<OwnOperations>> = [];
