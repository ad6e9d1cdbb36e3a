import { createHttpTransport, createRpcClient } from '#lumenize-rpc/library';
import type { ProbeApi } from '../../questions/kit.ts';
import { probedInNode } from '../lumenize/questions-node.ts';
import { answerHere } from './questions.ts';

export const probed = probedInNode(
  { fromRoot: '@lumenize/rpc', fromFolder: '@lumenize/rpc' },
  'typeof Server',
  answerHere,
  (baseUrl) =>
    createRpcClient({
      transport: createHttpTransport('ADDER', 'one', { baseUrl }),
    }) as ProbeApi,
);
