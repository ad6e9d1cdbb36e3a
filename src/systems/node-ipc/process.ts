/** Over the channel that `process.send` has, by hand. */
import {
  type Answer,
  answer,
  Caller,
  type Callback,
  type Question,
} from '../../places/peers/by-hand.ts';
import { functionsOf } from '../../places/peers/service.ts';
import type { ProcessMethods, Transport } from '../../places/processes/service.ts';
import { sideOf } from '../json-lines/process.ts';

/** The runtime writes the messages, and tells nobody how long they get. */
const UNKNOWN_SIZE = '';

const ipc: Transport = {
  serialization: 'json',
  open({ process: remote, ended }, meter) {
    const caller = new Caller((question) => {
      meter.count('out', UNKNOWN_SIZE);
      remote.send(question);
    });
    remote.on('message', (message) => {
      meter.count('in', UNKNOWN_SIZE);
      caller.take(message as Answer | Callback);
    });
    return Promise.resolve(sideOf(caller, ended));
  },
  serve(service) {
    const methods = functionsOf<ProcessMethods>(service);
    process.on('message', (question: Question) => {
      answer(methods, question, (message) => process.send?.(message));
    });
  },
};

/** As JSON, the runtime’s default, or as the structured clone algorithm writes messages. */
export const transports = {
  ipc,
  'ipc-advanced': { ...ipc, serialization: 'advanced' } satisfies Transport,
};
