/** From samples to what may be claimed of them: pure functions of a record. */
export * from './analyse.ts';
export * from './cells.ts';
export * from './interval.ts';
export * from './notices.ts';
export * from './ratio.ts';
export * from './summary.ts';
export * from './verdict.ts';
