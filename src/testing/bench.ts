/** The bench of the whole suite: tests that restart, kill or configure one start their own. */
import type { TestProject } from 'vitest/node';
import { startBench } from '../cli/shared/bench.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Its origin, for `inject`. */
    benchOrigin: string;
  }
}

/** Origin of a page that may use the bench. */
export const PAGE_ORIGIN = 'http://localhost:8787';

export default async function start({ provide }: TestProject): Promise<() => Promise<void>> {
  // Libraries that are asked what they cannot do fill its log.
  const onSaid = () => undefined;
  const bench = await startBench({
    ...{ root: process.cwd(), port: 0, allowedOrigins: [PAGE_ORIGIN], onSaid },
    // Some clients never answer what the server calls.
    vars: { GATE: JSON.stringify({ callbackSeconds: 8 }) },
  });
  provide('benchOrigin', bench.origin);
  return () => bench.stop();
}
