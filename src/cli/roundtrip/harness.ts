/**
 * The package as programs import it: plans, runs, records and statistics, without the systems and
 * places of this site. `runUntil` takes a study and a world, and knows nothing of how anything is sent.
 */
export * from './define-library.ts';
export * from '../../core/plan/index.ts';
export * from '../../core/record/index.ts';
export * from '../../core/run/index.ts';
export * from '../../core/statistics/index.ts';

// A turn as it is counted; records have a unit of measurement of that name.
export type { Unit } from '../../core/statistics/index.ts';
