/** Stands in for `error-shape.ts` in releases 11.0, whose name for it is another. */
export { getErrorShape as getTRPCErrorShape } from '@trpc/server/unstable-core-do-not-import';
