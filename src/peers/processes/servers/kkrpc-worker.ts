import { RPCChannel, WorkerChildIO } from 'kkrpc';
import { PeerService } from '../../service.ts';
import { expose } from './kkrpc.ts';

// The script of a worker: it is started as one, with nothing between.
new RPCChannel(new WorkerChildIO(), { expose: expose(new PeerService()) });
