/** From samples to what may be claimed: pure functions of launches, nothing formatted. */
export * from './cells.ts';
export * from './centre.ts';
export * from './classes.ts';
export * from './estimator.ts';
export * from './notices.ts';
export * from './student.ts';
export * from './summary.ts';
