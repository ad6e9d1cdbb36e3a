/** Raw `postMessage` by hand: the baseline. */
import { peerMethods } from '../../service.ts';
import { type Host, pipeFrom } from '../ends.ts';
import type { FromHost, ToHost } from '../by-hand.ts';
import { type Counter, functionsOf, type WindowService } from '../service.ts';

export function serve(host: Host, service: WindowService): void {
  const { post, listen } = pipeFrom(host);
  const answer = (message: FromHost, transfer?: Transferable[]) => post(message, transfer);
  const functions = functionsOf(service) as unknown as Record<
    (typeof peerMethods)[number],
    (...args: unknown[]) => unknown
  >;
  const counters = new Map<number, Counter>();
  const counterAt = (number: number): Counter => {
    const counter = counters.get(number);
    if (counter !== undefined) return counter;
    throw new RangeError(`counter: got ${number}, expected the number of one that was made`);
  };
  const resultOf = (asked: Exclude<ToHost, { type: 'release' }>): unknown => {
    switch (asked.type) {
      case 'call':
        return functions[asked.method](...asked.args);
      case 'callBack':
        return service.callBack(asked.count, (index) =>
          answer({ type: 'called', id: asked.id, index }),
        );
      case 'transfer':
        return service.echo(asked.buffer);
      case 'make':
        counters.set(asked.id, service.counter(asked.start));
        return undefined;
      case 'add':
        return counterAt(asked.counter).add(asked.amount);
      case 'read':
        return counterAt(asked.counter).value;
    }
  };
  listen((message) => {
    const asked = message as ToHost;
    if (asked.type === 'release') {
      counters.delete(asked.counter);
      return;
    }
    try {
      const value = resultOf(asked);
      const transfer = asked.type === 'transfer' ? [asked.buffer] : [];
      answer({ type: 'answer', id: asked.id, value }, transfer);
    } catch (error) {
      answer({ type: 'failed', id: asked.id, error });
    }
  });
}
