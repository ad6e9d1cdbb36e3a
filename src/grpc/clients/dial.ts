import type { Target } from '../target.ts';
import type { Client } from './client.ts';
import { GrpcClient } from './grpc.ts';
import { Http2Client } from './http2.ts';
import { TcpClient } from './tcp.ts';

/**
 * Begins to open a connection.
 *
 * @throws Error for what this generator can’t call
 */
export function dial(target: Target, deadlineMs: number): Client {
  const { protocol, address, bare, oneConnection } = target;
  if (protocol === 'nothing' || bare === true) {
    const got = bare === true ? 'a bare loop' : 'a server that does nothing';
    throw new Error(`target: got ${got}, which only the generator in Go has, expected a server`);
  }
  switch (protocol) {
    case 'grpc':
      return new GrpcClient(address, deadlineMs);
    case 'http2':
      return new Http2Client(address, deadlineMs);
    case 'tcp':
      if (oneConnection !== true) return new TcpClient(address, deadlineMs);
      throw new Error(
        'target: got one connection over tcp, expected grpc or http2, which have streams',
      );
  }
}
