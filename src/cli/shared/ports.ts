import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** @throws RangeError naming the value got and what was expected; Error when a port is taken */
export async function takePorts(): Promise<{ port: number; pages: string; bench: string }> {
  const text = process.env['PORT'] || '8787';
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_534) {
    throw new RangeError(`PORT: got ${JSON.stringify(text)}, expected a number from 1 to 65534`);
  }
  await expectFree(port);
  await expectFree(port + 1);
  return { port, pages: `http://localhost:${port}`, bench: `http://localhost:${port + 1}` };
}

/** Port of the bench beside pages, and the origins whose pages may use it: theirs, and those of ALLOWED_ORIGINS. */
export const besidePages = (port: number): { port: number; allowedOrigins: string[] } => ({
  port: port + 1,
  allowedOrigins: `http://localhost:${port} ${process.env['ALLOWED_ORIGINS'] ?? ''}`
    .trim()
    .split(/ +/),
});

/** @throws Error saying what to do when the port is taken */
async function expectFree(port: number): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen(port, 'localhost'), 'listening');
  } catch (cause) {
    const how = 'stop what uses it, or choose another with PORT=9000 npm start';
    throw new Error(`port ${port} is taken: ${how}`, { cause });
  }
  await once(server.close(), 'close');
}

/** Starts a server at a port that the system chooses. @returns its origin, over plain HTTP */
export async function originOf(server: Server, host = 'localhost'): Promise<string> {
  await once(server.listen(0, host), 'listening');
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

export async function findFreePair(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    // Below the ports that Linux gives to those who ask for any.
    const port = 20_000 + Math.floor(Math.random() * 12_000);
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
