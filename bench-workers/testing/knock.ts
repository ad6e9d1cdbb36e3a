/** A bench whose gate has other numbers, and requests to it whose headers are exactly those that are given: `fetch` would choose some itself. */
import { once } from 'node:events';
import { request, type IncomingMessage, type RequestOptions } from 'node:http';
import { text } from 'node:stream/consumers';
import { it as base } from 'vitest';
import { type LocalBench, startBench } from '../../src/cli/shared/bench.ts';
import type { GateConfig } from '../gate/config.ts';

type Gate = { [Part in keyof GateConfig]?: unknown };
type Start = (gate?: Gate, vars?: Record<string, string>) => Promise<LocalBench>;

export const it = base.extend<{ start: Start }>({
  /** Starts a bench with such a gate; it is stopped with the test. */
  start: async ({}, use) => {
    const benches: LocalBench[] = [];
    await use(async (gate = {}, vars = {}) => {
      const bench = await startBench({
        root: process.cwd(),
        port: 0,
        vars: { GATE: JSON.stringify(gate), ...vars },
      });
      benches.push(bench);
      return bench;
    });
    await Promise.all(benches.map((bench) => bench.stop()));
  },
});

/** A fresh object’s path. */
export const path = (arm = 'raw-websocket/in-memory') => `/bench/${arm}/${crypto.randomUUID()}`;

/** An answer, of which only the head is there. */
async function begin(url: string, options: RequestOptions = {}, body?: string) {
  const asked = request(url, options);
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return answer;
}

/** Status, headers and body, which is JSON. */
export async function ask(url: string, headers: Record<string, string> = {}, sent?: string) {
  const method = sent === undefined ? 'GET' : 'POST';
  const length = sent === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(sent)) };
  const answer = await begin(url, { method, headers: { ...length, ...headers } }, sent);
  const body = JSON.parse(await text(answer)) as Record<string, unknown>;
  return { status: answer.statusCode, headers: answer.headers, body };
}

const UPGRADE = {
  ...{ Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' },
  'Sec-WebSocket-Key': btoa('0123456789abcdef'),
};

/** The status that a handshake is answered with: 101 where the socket opens, and `close` what ends it. */
export function open(url: string, headers: Record<string, string>) {
  return new Promise<{ status: number | undefined; close: () => void }>((resolve, reject) => {
    const asked = request(url, { headers: { ...UPGRADE, ...headers } });
    asked.on('error', reject);
    asked.on('response', (answer) =>
      resolve({ status: answer.resume().statusCode, close: () => undefined }),
    );
    asked.on('upgrade', (answer, socket) => {
      socket.on('error', () => undefined);
      resolve({ status: answer.statusCode, close: () => socket.destroy() });
    });
    asked.end();
  });
}
