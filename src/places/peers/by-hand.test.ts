import { describe, expect, it } from 'vitest';
import { answer, Caller } from './by-hand.ts';

/** Both ends, with nothing between them but what is sent. */
function ends(methods: object) {
  const sent: Array<Parameters<Caller['take']>[0]> = [];
  const caller = new Caller((question) =>
    answer(methods, question, (message) => sent.push(message)),
  );
  return { caller, sent, deliver: () => sent.splice(0).forEach((message) => caller.take(message)) };
}

describe('calls by hand', () => {
  it('get the answers to their own questions, in any order', async () => {
    const { caller, sent, deliver } = ends({ half: (value: number) => value / 2 });
    const halves = Promise.all([caller.call('half', [2]), caller.call('half', [4])]);
    sent.reverse();
    deliver();
    expect(await halves).toEqual([1, 2]);
  });

  it('are rejected with the name and the message of what was thrown', async () => {
    const { caller, deliver } = ends({
      fail() {
        throw new RangeError('too far');
      },
    });
    const failing = caller.call('fail', []);
    const unknown = caller.call('toString', []);
    deliver();
    await expect(failing).rejects.toMatchObject({ name: 'RangeError', message: 'too far' });
    await expect(unknown).rejects.toThrow('method: got "toString", expected one of fail');
  });

  it('call the function that they hand over until they are answered', async () => {
    const called: number[] = [];
    let late: (index: number) => void = () => undefined;
    const { caller, deliver } = ends({
      callBack(count: number, call: (index: number) => void) {
        for (let index = 0; index < count; index += 1) call(index);
        late = call;
        return count;
      },
    });
    const asked = caller.call('callBack', [2], (index) => called.push(index));
    deliver();
    expect(await asked).toBe(2);
    late(2);
    deliver();
    expect(called).toEqual([0, 1]);
  });

  it('are rejected once no answer comes any more, those made later too', async () => {
    const caller = new Caller(() => undefined);
    const pending = caller.call('echo', []);
    caller.end(new Error('gone'));
    caller.end(new Error('gone again'));
    await expect(pending).rejects.toThrow(/^gone$/);
    await expect(caller.call('echo', [])).rejects.toThrow(/^gone$/);
  });
});
