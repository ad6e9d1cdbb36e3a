import { handleRpcMessage, sendDownstream } from '#lumenize-rpc/library';
import { downstream, streamNames } from '../lumenize/streams.ts';
import { checkChains } from './check.ts';

export const streamServer = downstream(
  { handleRpcMessage, sendDownstream },
  checkChains(streamNames),
);
