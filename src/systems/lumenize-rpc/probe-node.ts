import { createHttpTransport, createRpcClient } from '#lumenize-rpc/library';
import type { ProbeApi } from '../../questions/kit.ts';
import { probedInNode } from '../lumenize/probe-node.ts';
import { answerHere } from './probe-client.ts';

export const probed = probedInNode(
  { fromRoot: '@lumenize/rpc', fromFolder: '@lumenize/rpc' },
  'typeof Server',
  answerHere,
  (baseUrl) =>
    createRpcClient({
      transport: createHttpTransport('ADDER', 'one', { baseUrl }),
    }) as ProbeApi,
);
