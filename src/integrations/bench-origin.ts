/** The setting PUBLIC_BENCH_ORIGIN: where the bench answers when it is not the site's own origin. */
import { parseOrigin } from './origin.ts';

/** The origin as given, or undefined when the bench answers on the site's own origin. */
export function parseBenchOrigin(value: string | undefined): string | undefined {
  return parseOrigin(
    'PUBLIC_BENCH_ORIGIN',
    value,
    'https://bench.example.org or http://localhost:8788',
  );
}

/** The sources that connect-src needs for an origin: requests and WebSockets. */
export function connectSources(origin: string): string[] {
  return [origin, origin.replace(/^http/, 'ws')];
}
