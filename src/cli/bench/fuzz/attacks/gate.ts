/** One visitor who wants the whole day of a deployed bench for itself. */
import { randomUUID } from 'node:crypto';
import { connect } from '../../../../places/objects/client.ts';
import { callingWith } from '../../../shared/identify.ts';
import { messageOf } from '../../../../bench-client/failure.ts';
import type { Attack } from './attack.ts';
import { addressOf } from './sockets.ts';

/** The gate as it is deployed; what stands in front of it there is a header here. */
const vars = { SETTING: 'deployed' };
const calling = callingWith({ 'CF-Connecting-IP': '192.0.2.1' });
/** They open no more connections once they are in, so that their own part of the day lasts. */
const beside = ['raw-websocket/in-memory', 'lumenize/hibernating'];

export const gateAttacks: readonly Attack[] = [
  {
    id: 'gate-rows-by-batches',
    about: 'Batches of 200 durable calls in a row that write, until the day has no rows: 3.6 kB.',
    vars,
    beside,
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
    id: 'gate-leases-by-requests',
    about: '500 requests that write nothing, each to an object of its own.',
    vars,
    beside,
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
