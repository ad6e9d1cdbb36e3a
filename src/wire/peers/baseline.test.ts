import { expect, it } from 'vitest';
import { Caller, type Message, openBaseline, serveBaseline } from './baseline.ts';
import { PeerService } from './service.ts';

/** Both ends, with nothing between them but what is sent; answers wait until they are delivered. */
function ends() {
  const answers: unknown[] = [];
  let ask: (message: unknown) => void = () => undefined;
  let take: (message: unknown) => void = () => undefined;
  serveBaseline(
    { post: (message) => answers.push(message), listen: (to) => (ask = to) },
    new PeerService(),
  );
  const pipe = {
    post: (message: unknown) => ask(message),
    listen: (to: typeof take) => (take = to),
  };
  const lost = Promise.withResolvers<string>();
  const { operations, close } = openBaseline(pipe, lost.promise);
  const deliver = () => answers.splice(0).forEach((message) => take(message));
  return { operations, close, lost, answers, deliver };
}

it('gives each call the answer of its own number, in any order', async () => {
  const { operations, answers, deliver } = ends();
  const echoes = Promise.all([operations.echo(1), operations.echo(2)]);
  answers.reverse();
  deliver();
  expect(await echoes).toEqual([1, 2]);
});

it('rejects with the name and the message of what was thrown, and where there is no such method', async () => {
  const { operations, deliver } = ends();
  const failing = operations.download(-1);
  deliver();
  await expect(failing).rejects.toMatchObject({ name: 'RangeError', message: /got -1/ });
  const sent: Message[] = [];
  const pipe = { post: (message: unknown) => sent.push(message as Message) };
  const listen = (ask: (message: unknown) => void) =>
    ask({ id: 1, method: 'toString', args: [] } satisfies Message);
  serveBaseline({ ...pipe, listen }, new PeerService());
  const message = expect.stringContaining('method: got "toString", expected one of') as string;
  expect(sent).toEqual([{ id: 1, error: { name: 'RangeError', message } }]);
});

it('calls a function that went along until its call is answered', async () => {
  const called: number[] = [];
  const caller = new Caller(() => undefined);
  const asked = caller.call('callBack', [2], (index) => called.push(index));
  caller.take({ of: 1, index: 0 });
  caller.take({ id: 1, result: 2 });
  caller.take({ of: 1, index: 1 });
  expect([await asked, called]).toEqual([2, [0]]);
});
