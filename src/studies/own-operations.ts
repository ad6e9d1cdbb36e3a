import type { Study } from '../harness/plan/index.ts';

declare const own: unique symbol;

/**
 * Operations that a study’s clients offer and its workloads use. Whoever runs it hands them from the
 * one to the other and looks into neither, so that studies of different operations stand in one list.
 */
export interface OwnOperations {
  readonly [own]: never;
}

export type AnyStudy = Study<OwnOperations>;
