import { RPCChannel, WorkerChildIO } from 'kkrpc';
import { ProcessService, reach } from '../service.ts';

// The script of a worker: it is started as one, with nothing between.
new RPCChannel(new WorkerChildIO(), { expose: reach(new ProcessService()) });
