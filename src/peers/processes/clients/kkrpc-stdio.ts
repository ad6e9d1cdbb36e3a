import { NodeIo } from 'kkrpc';
import { kkrpcOver } from './kkrpc.ts';
import { meterStreams } from './metered.ts';
import type { Open } from './opened.ts';

/** Over the pipes of a child process: in every runtime the adapter for Node’s streams, as documented. */
export const open: Open = (child, meter) => {
  const { stdin, stdout } = child.process;
  meterStreams(stdout, stdin, meter);
  const { operations, settling } = kkrpcOver(new NodeIo(stdout, stdin), child.ended);
  return Promise.resolve({ operations, close: () => settling.end('the connection is closed') });
};
