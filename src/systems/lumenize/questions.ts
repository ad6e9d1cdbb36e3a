import type { BenchProbed } from '../../questions/kit.ts';
import { answers, fail, partly } from '../../questions/outcome.ts';
import { overPorts, openBy } from './probe-open.ts';
import * as library from './rpc/client.ts';
import { answerFrame } from './rpc/server/answer.ts';

const adder = { add: (a: number, b: number) => a + b };

export const probed: BenchProbed = {
  fails: {
    values: 'minus-zero blob stream',
    pipelining: 'map',
    references: 'callback back onwards',
    direction: 'symmetric progress stream',
    batching: 'side-by-side',
    transports: 'get workers-rpc',
    loss: 'cancel',
    disposal: 'after-close',
    security: 'types amplification',
  },
  open: openBy('lumenize', library),
  skipped: [
    {
      probes: ['disposal-reference', 'disposal-connection'],
      why: 'The server holds nothing for a client: a reference is the path to it, taken anew by each call.',
    },
    {
      probes: ['security-guess'],
      why: 'There are no numbers to guess: a reference is the path to it, which anyone may take who may call.',
    },
  ],
  own: {
    async 'transports-message-port'() {
      const exposed = { target: adder, publicMethods: ['add'] };
      const transport = overPorts(
        async (text) => (await answerFrame(exposed, text, undefined)).text,
      );
      using client = library.createRpcClient<typeof adder>({ transport });
      const { result, detail } = await answers(() => client.add(2, 3), 5);
      return result === 'pass'
        ? partly(`${detail}, through a transport of one’s own: the package has none for it`)
        : fail(detail);
    },
  },
};
