import { type Answer, Asking, type Callback } from '../../by-hand.ts';
import { decode, encode, type Written } from '../json-lines.ts';
import { lineOf, readLines } from '../lines.ts';
import { operationsOf } from './by-hand.ts';
import { meterStreams } from './metered.ts';
import type { Open } from './opened.ts';

/** Over the pipes of a child process, by hand. */
export const open: Open = (child, meter) => {
  const { stdin, stdout } = child.process;
  meterStreams(stdout, stdin, meter);
  const asking = new Asking((question) => stdin.write(lineOf(encode(question))));
  readLines<Written>(stdout, (written) => asking.hear(decode(written) as Answer | Callback));
  void child.ended.then((how) => asking.end(new Error(how)));
  return Promise.resolve({
    operations: operationsOf(asking),
    close: () => asking.end(new Error('the connection is closed')),
  });
};
