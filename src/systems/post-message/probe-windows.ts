import { Pending } from '../../places/peers/by-hand.ts';
import { callAsked } from '../../places/probes/asked.ts';
import { pipeFrom, pipeTo } from '../../places/windows/channel.ts';
import type { WindowProbed } from '../../places/windows/probed.ts';

interface Call {
  id: number;
  method: string;
  args: unknown[];
}

type Answer = { id: number; value: unknown } | { id: number; error: unknown };

/** Messages with ids, by hand. */
export const probed: WindowProbed = {
  serve(host, asked) {
    const { post, listen } = pipeFrom(host);
    const answer = async ({ id, method, args }: Call): Promise<void> => {
      try {
        const value = await callAsked(asked, method, args);
        // A stream can be handed over, and not copied.
        post({ id, value } satisfies Answer, value instanceof ReadableStream ? [value] : []);
      } catch (error) {
        post({ id, error } satisfies Answer);
      }
    };
    listen((message) => void answer(message as Call));
  },
  open(end) {
    const { post, listen } = pipeTo(end);
    const pending = new Pending();
    listen((message) => {
      const answer = message as Answer;
      if ('error' in answer) pending.reject(answer.id, answer.error);
      else pending.resolve(answer.id, answer.value);
    });
    const call = (method: string, args: unknown[], transfer?: Transferable[]) =>
      pending.ask((id) => post({ id, method, args } satisfies Call, transfer));
    return {
      call,
      handOver: (buffer) => call('take', [buffer], [buffer]),
      close: () => pending.end(new Error('the client was closed')),
    };
  },
  skipped: [
    { probes: ['windows-cancel'], why: 'There is a message for it only if one writes one.' },
    {
      probes: ['windows-release', 'windows-abandoned'],
      why: 'An object arrives as a copy, so that the other end keeps nothing.',
    },
    {
      probes: ['windows-stranger'],
      why: 'Whoever listens to the window decides whose messages to pass on.',
    },
  ],
};
