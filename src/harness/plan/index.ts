/** What is going to be run: a study, its plan, and how long that may take. */
export * from './asked.ts';
export * from './clock.ts';
export * from './order.ts';
export * from './outside.ts';
export * from './plan.ts';
export * from './study.ts';
export * from './workloads.ts';
