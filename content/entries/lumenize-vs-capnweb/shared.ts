/** Names and formulas that several entries of this study need. An entry has its own claims in a file of its name. */
import type { Today } from '../../../src/journal/claims/claim.ts';
import type { Figures, ResultFields } from '../../../src/journal/claims/figures.ts';

export const lumenize = 'lumenize/hibernating';
export const capnweb = 'capnweb/in-memory';

export const operations = ['increment', 'get-value', 'mixed'];

/** The total in ms that a throughput and its number of operations give. */
export const totalByRate = (result: ResultFields) =>
  (1000 * result.operations) / result.operationsPerSecond;

/** A text for each operation, behind its name. */
export const each = (textOf: (operation: string) => string) =>
  operations
    .map((operation) => `${operation.replace('get-value', 'getValue')} ${textOf(operation)}`)
    .join(', ');

export const signed = (percent: number) => (percent < 0 ? '−' : '+') + Math.abs(percent).toFixed(1);

/** How much less time Cap’n Web takes, in per cent of Lumenize’s. */
export const faster = ($: Figures, operation: string, record?: string) =>
  (1 - $.time(capnweb, operation, record) / $.time(lumenize, operation, record)) * 100;

/** The plans that have an operation: a write stands in one with every library, the others in that of the log’s tests. */
const plansWith: Readonly<Record<string, readonly string[]>> = {
  increment: ['sockets-node', 'sockets-chromium'],
  cold: ['connections-node'],
};

/** How much less time Cap’n Web takes, in per cent, by how many times as long Lumenize RPC takes. */
export const saved = (ratio: number) => (1 - 1 / ratio) * 100;

/** The same comparison measured here, from Node.js and from a browser. */
export const today = (workload: string, said?: Pick<Today, 'says' | 'as'>): Today[] =>
  (plansWith[workload] ?? ['log-node', 'log-chromium']).map((record) => ({
    record,
    of: 'lumenize-rpc/hibernating',
    to: capnweb,
    workload,
    ...said,
  }));
