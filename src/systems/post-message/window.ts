/** Raw `postMessage` by hand: the baseline. A counter of the called side goes by its number. */
import {
  type Answer,
  answer,
  Caller,
  type Callback,
  type Question,
} from '../../places/peers/by-hand.ts';
import { operationsByName } from '../../places/peers/operations.ts';
import { type Counter, functionsOf, type PeerService } from '../../places/peers/service.ts';
import { type Client, type End, type Host, pipeOf } from '../../places/windows/channel.ts';

export function open(end: End): Client {
  const { post, listen } = pipeOf(end);
  const caller = new Caller((question) => {
    const { method, args } = question;
    post(question, method === 'transfer' ? (args as ArrayBuffer[]) : undefined);
  });
  listen((message) => caller.take(message as Answer | Callback));
  return {
    operations: {
      ...operationsByName(
        (...call) => caller.call(...call),
        (method, [item]) =>
          method === 'takeItem' ? post({ item } satisfies Item) : caller.call(method, [item]),
      ),
      transfer: (buffer) => caller.call('transfer', [buffer]),
      async object(start, amount) {
        const counter: number = await caller.call('make', [start]);
        await caller.call('add', [counter, amount]);
        const value: number = await caller.call('read', [counter]);
        post({ release: counter } satisfies Release);
        return value;
      },
    },
    close: () => caller.end(new Error('the client was closed')),
  };
}

/** One of a stream; asks for no answer, and neither does what lets go of a counter. */
interface Item {
  item: unknown;
}

interface Release {
  release: number;
}

export function serve(host: Host, service: PeerService): void {
  const { post, listen } = pipeOf(host);
  const counters = new Map<number, Counter>();
  let made = 0;
  const counterAt = (number: number): Counter => {
    const counter = counters.get(number);
    if (counter !== undefined) return counter;
    throw new RangeError(`counter: got ${number}, expected the number of one that was made`);
  };
  const methods = {
    ...functionsOf(service),
    transfer: (buffer: ArrayBuffer) => service.echo(buffer),
    make(start: number) {
      made += 1;
      counters.set(made, service.counter(start));
      return made;
    },
    add: (counter: number, amount: number) => counterAt(counter).add(amount),
    read: (counter: number) => counterAt(counter).value,
  };
  listen((message) => {
    const question = message as Question | Release | Item;
    if ('release' in question) counters.delete(question.release);
    else if ('item' in question) service.takeItem(question.item);
    else {
      const back = question.method === 'transfer' ? (question.args as ArrayBuffer[]) : undefined;
      answer(methods, question, (reply) => post(reply, back));
    }
  });
}
