/** Very many messages that wait for no answer: they take the one thread of a local bench. */
import { randomUUID } from 'node:crypto';
import { createConnection, type Socket } from 'node:net';
import { connect } from '../../../../places/objects/client.ts';
import { messageOf } from '../../../../bench-client/failure.ts';
import { callingWith } from '../../../shared/identify.ts';
import { addressOf, type Attack, frameOf, many, openByHand, send } from '../hostile.ts';

/** Opcodes of RFC 6455, section 5.2. */
const [TEXT, PING] = [1, 9];
/** Frames in one write. */
const AT_ONCE = 512;

const raw = '{"id":1,"method":"getValue"}';
/** A call of each arm that answers it at once. */
const calls: Readonly<Record<string, string>> = {
  'raw-websocket/in-memory': raw,
  'raw-websocket/hibernating': raw,
  'capnweb/in-memory': '["push",["pipeline",0,["getValue"]]]',
  'kkrpc/json': '{"id":"1","method":"getValue","args":[],"type":"request","version":"json"}\n',
  'trpc/in-memory': '{"id":1,"method":"query","params":{"path":"getValue"}}',
  'orpc/in-memory': '{"i":"1","p":{"u":"/getValue"}}',
  'lumenize/hibernating': '{"type":"bench/lumenize","junk":1}',
};

/**
 * Writes the same frames for some time, as fast as the socket takes them.
 *
 * @returns how many frames were written, and whether the bench ended the socket
 */
async function flood(socket: Socket, frames: Buffer, seconds: number): Promise<string> {
  let [written, open, wake] = [0, true, () => undefined as unknown];
  socket.once('close', () => {
    open = false;
    wake();
  });
  socket.on('drain', () => wake());
  const until = performance.now() + seconds * 1000;
  while (open && performance.now() < until) {
    written += AT_ONCE;
    const full = !socket.write(frames);
    await new Promise((resolve) => {
      wake = () => resolve(undefined);
      // A socket that nobody empties is looked at again in time.
      if (full) setTimeout(resolve, 20);
      else setImmediate(resolve);
    });
  }
  socket.destroy();
  return `${written} sent, ${open ? 'left open' : 'ended by the bench'}`;
}

const manyOf = (payload: string, opcode: number) =>
  Buffer.concat(many(AT_ONCE, () => frameOf(payload, opcode)));

interface Flooding {
  seconds: number;
  opcode?: number;
  /** Whether what comes is read. */
  reads?: boolean;
}

/** Floods one socket of an arm with one frame, of whatever kind. */
async function floodArm(
  origin: string,
  arm: string,
  payload: string,
  { seconds, opcode = TEXT, reads = false }: Flooding,
): Promise<string> {
  const socket = await openByHand(addressOf(origin, arm));
  if (reads) socket.resume();
  return flood(socket, manyOf(payload, opcode), seconds);
}

/** Sends requests behind each other without waiting for answers. */
async function pipeline(origin: string, path: string, seconds: number): Promise<string> {
  const { hostname, port, host } = new URL(origin);
  const socket = createConnection(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.resume();
  const request = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nRoundtrip-Client: test\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]`;
  return flood(socket, Buffer.from(request.repeat(AT_ONCE)), seconds);
}

const one = (id: string, about: string, arm: string, payload: string, how: Flooding): Attack => ({
  id: `flood-${id}`,
  about: `${about}, for ${how.seconds} s as fast as it can.`,
  run: (origin) => floodArm(origin, `raw-websocket/${arm}`, payload, how),
});
const fourOfEach = (id: string, about: string, reads: boolean): Attack => ({
  id: `flood-${id}`,
  about: `Four sockets of each arm call for 3 s as fast as they can and ${about}.`,
  async run(origin) {
    const all = Object.entries(calls).flatMap(([arm, call]) =>
      many(4, () => floodArm(origin, arm, call, { seconds: 3, reads })),
    );
    return (await Promise.all(all)).join('; ');
  },
});

export const floods: readonly Attack[] = [
  one('unread', 'One socket calls getValue and reads nothing', 'in-memory', raw, { seconds: 5 }),
  one('read', 'One socket calls getValue and reads what comes', 'in-memory', raw, {
    ...{ seconds: 5, reads: true },
  }),
  fourOfEach('sockets', 'read nothing', false),
  fourOfEach('sockets-read', 'read what comes', true),
  one('pings', 'Control frames of one socket', 'in-memory', '', {
    ...{ seconds: 3, opcode: PING, reads: true },
  }),
  one('ping-texts', 'The text that a hibernating socket answers by itself', 'hibernating', 'ping', {
    ...{ seconds: 3, reads: true },
  }),
  {
    id: 'flood-requests',
    about: 'Requests behind each other on 16 connections for 3 s.',
    async run(origin) {
      const path = `/bench/fetch-json/http/${randomUUID()}/getValue`;
      return (await Promise.all(many(16, () => pipeline(origin, path, 3)))).join('; ');
    },
  },
];

/** Twenty callers at once, each of whom asks for 10,000 calls to another object. */
const callers = (id: string, about: string, way: string, order: unknown): Attack => ({
  id: `between-${id}`,
  about: `Twenty callers make 10,000 calls ${about}.`,
  async run(origin) {
    const batch = { calls: 10_000, order, bytes: 0, objects: 1, first: 0 };
    const done = (answers: readonly string[]) =>
      answers.some((answer) => !answer.includes('begun'));
    const all = await Promise.all(
      many(20, () =>
        send(addressOf(origin, `between/${way}`), [JSON.stringify({ id: 1, batch })], done),
      ),
    );
    const ends = all.map(({ answers, closed }) => closed?.code ?? answers.at(-1)?.slice(0, 16));
    return [...new Set(ends)].join(', ');
  },
});
/** As a bench takes them: so many at a time. */
const inWaves = { waves: 2000 };

/** The gate as it is deployed; what stands in front of it there is a header here. */
const deployed = {
  vars: { SETTING: 'deployed' },
  // They open no more connections once they are in, so that their own part of the day lasts.
  visited: ['raw-websocket/in-memory', 'lumenize/hibernating'],
};
const calling = callingWith({ 'CF-Connecting-IP': '192.0.2.1' });

export const quotaAttacks: readonly Attack[] = [
  callers('calls', 'to another object at once', 'workers-rpc', 'at-once'),
  callers('sockets', 'over Cap’n Web between objects, 2,000 at a time', 'capnweb', inWaves),
  callers('waves', 'to another object, 2,000 at a time', 'workers-rpc', inWaves),
  {
    ...deployed,
    id: 'gate-sockets',
    about: '5,000 sockets of one visitor, 20 asked for at a time, half of them to one object.',
    async run(origin) {
      const address = origin.replace(/^http/, 'ws') + '/bench/raw-websocket/in-memory';
      const one = randomUUID();
      const open = new Set<WebSocket>();
      let asked = 0;
      const ask = async () => {
        while (asked < 5000) {
          asked += 1;
          const object = asked % 2 === 0 ? one : randomUUID();
          const socket = new calling.WebSocketClass(`${address}/${object}`);
          await new Promise((resolve) => {
            socket.addEventListener('open', () => resolve(open.add(socket)));
            socket.addEventListener('error', resolve);
          });
        }
      };
      await Promise.all(many(20, ask));
      return `held ${open.size} of ${asked}`;
    },
  },
  {
    ...deployed,
    id: 'gate-rows-by-batches',
    about: 'Batches of 200 durable calls in a row that write, until the day has no rows: 3.6 kB.',
    async run(origin) {
      const connection = await connect('durable')({
        ...{ origin, object: randomUUID(), ...calling },
      });
      const batch = { calls: 200, order: 'in-a-row', bytes: 0, objects: 1, writes: true } as const;
      for (let made = 0; made < 60; made += 1) {
        try {
          await connection.operations.batch({ ...batch, first: made });
        } catch (error) {
          return `after ${made} batches: ${messageOf(error)}`;
        }
      }
      return '60 batches were made';
    },
  },
  {
    ...deployed,
    id: 'gate-leases-by-requests',
    about: '500 requests that write nothing, each to an object of its own.',
    async run(origin) {
      const statuses: Record<number, number> = {};
      for (let visit = 0; visit < 500; visit += 1) {
        const address = `${addressOf(origin, 'fetch-json/http')}/add`;
        const { status } = await calling.fetch(address, { method: 'POST', body: '[1,2]' });
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      return JSON.stringify(statuses);
    },
  },
];
