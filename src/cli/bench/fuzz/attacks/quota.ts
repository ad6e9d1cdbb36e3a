/** Visitors who want more than their share: of calls between objects, of sockets, of a deployed bench’s day. */
import { randomUUID } from 'node:crypto';
import { connect } from '../../../../places/objects/client.ts';
import { messageOf } from '../../../../bench-client/failure.ts';
import { callingWith } from '../../../shared/identify.ts';
import { addressOf, type Attack, many, send } from '../hostile.ts';

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
