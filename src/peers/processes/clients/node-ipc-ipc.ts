import { type Answer, Asking, type Callback } from '../../by-hand.ts';
import { operationsOf } from './by-hand.ts';
import type { Open } from './opened.ts';

/** The runtime writes the messages, and tells nobody how long they get. */
const UNKNOWN_SIZE = '';

/** Over the channel that `process.send` has, by hand. */
export const open: Open = (child, meter) => {
  const { process: other } = child;
  const asking = new Asking((question) => {
    meter.count('out', UNKNOWN_SIZE);
    other.send(question);
  });
  other.on('message', (message) => {
    meter.count('in', UNKNOWN_SIZE);
    asking.hear(message as Answer | Callback);
  });
  void child.ended.then((how) => asking.end(new Error(how)));
  return Promise.resolve({
    operations: operationsOf(asking),
    close: () => asking.end(new Error('the connection is closed')),
  });
};
