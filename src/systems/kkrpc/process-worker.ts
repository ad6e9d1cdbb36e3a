/** The script of a worker of kkrpc.ts: it is started as one, with nothing between. */
import { WorkerChildIO } from 'kkrpc';
import { ProcessService } from '../../places/processes/service.ts';
import { serveOver } from './process-calls.ts';

serveOver(new WorkerChildIO(), new ProcessService());
