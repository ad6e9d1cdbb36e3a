/** Restarts servers that end unexpectedly. */
import { say } from './args.ts';

/** Ends within a minute after which a server is given up. */
const MOST_ENDS = 5;
const MINUTE_MS = 60_000;

interface Kept {
  origin: string;
  /** Resolves with how it ended, once it has ended without having been stopped. */
  lost(): Promise<string>;
  restart(): Promise<void>;
}

/** @throws Error when it does not start again, or has ended five times in a minute */
export async function keepRunning(name: string, server: Kept): Promise<never> {
  const ends: number[] = [];
  for (;;) {
    const how = await server.lost();
    ends.push(performance.now());
    const [first = 0, ...others] = ends.slice(-MOST_ENDS);
    if (others.length === MOST_ENDS - 1 && performance.now() - first < MINUTE_MS) {
      const often = `${MOST_ENDS} times in a minute, so it is not started again`;
      throw new Error(`${name}: ended ${often}; the last time, ${how}`);
    }
    say(`${name}: ${how}. Starting it again …`);
    await server.restart();
    say(`${name}: started again at ${server.origin}`);
  }
}
