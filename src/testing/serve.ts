import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { originOf } from '../cli/shared/ports.ts';

/** Serves until the test that runs has ended. @returns the origin */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => server.close().closeAllConnections());
  return originOf(server);
}
