import type { OwnOperations } from './study-types.ts';
import type { OutsideLibrary } from '../systems/arms.ts';

/** Libraries from outside: none. `measure --browser --system` builds pages with a list of its own instead. */
export const outsideLibraries: ReadonlyArray<OutsideLibrary<OwnOperations>> = [];
