import { createServer } from 'node:net';

/** Port of the pages unless `PORT` says otherwise; the bench listens on the next one. */
export const DEFAULT_PORT = 8787;

/**
 * Reads the port of the pages.
 *
 * @throws RangeError naming the value got and what was expected.
 */
export function readPort(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PORT;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_534) return port;
  throw new RangeError(`PORT: got ${JSON.stringify(text)}, expected a number from 1 to 65534`);
}

/** Resolves when a port can be listened on; @throws Error saying what to do when it is taken. */
export async function expectFree(port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new Error(
          `port ${port} is taken: stop what uses it, or choose another with PORT=9000 npm start`,
          { cause },
        ),
      ),
    );
    server.listen(port, 'localhost', () => server.close(() => resolve()));
  });
}

/** Finds a port P such that P and P + 1 are both free. */
export async function findFreePair(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    try {
      await expectFree(port);
      await expectFree(port + 1);
      return port;
    } catch {
      // Taken: another pair may not be.
    }
  }
  throw new Error('ports: got no two neighbouring free ones in 50 attempts');
}
