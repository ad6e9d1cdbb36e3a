/** What is going to be run: a study, its plan, and how long that may take. */
export * from './loads.ts';
export * from './order.ts';
export * from './outside.ts';
export * from './plan.ts';
export * from './random.ts';
export * from './study.ts';
export * from './turns.ts';
export * from './workloads.ts';
