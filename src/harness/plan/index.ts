/** What is going to be run: a study, its plan, and how long that may take. */
export * from './order.ts';
export * from './outside.ts';
export * from './plan.ts';
export * from './study.ts';
export * from './turns.ts';
export * from './workloads.ts';
