import { vi } from 'vitest';

/** Waits until a condition no longer throws, for as long as a busy machine takes; gives what it gives. */
export const eventually = <Given>(condition: () => Given | Promise<Given>): Promise<Given> =>
  vi.waitFor(condition, { timeout: 50_000 });
