import * as library from '#lumenize-rpc/library';
import type { BenchProbed, ProbeApi } from '../../questions/kit.ts';
import { answers, fail, partly } from '../../questions/outcome.ts';
import { overPorts, openBy } from '../lumenize/probe-open.ts';

const adder = { add: (a: number, b: number) => a + b };

export const probed: BenchProbed = {
  fails: {
    values: 'minus-zero blob stream',
    pipelining: 'head map',
    references: 'callback back onwards',
    direction: 'symmetric progress stream',
    batching: 'side-by-side',
    transports: 'get workers-rpc',
    loss: 'cancel',
    disposal: 'after-close',
    security: 'constructor prototype inherited of-a-method private types amplification',
  },
  open: openBy('lumenize-rpc', library, { callHere }),
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
      const transport = overPorts((text) => answerHere(adder, text));
      using client = library.createRpcClient({ transport }) as ProbeApi;
      const { result, detail } = await answers(() => client.add(2, 3), 5);
      return result === 'pass'
        ? partly(`${detail}, through a transport of one’s own: the package has none for it`)
        : fail(detail);
    },
  },
};

/** What the library’s server half answers to a posted text, run beside its client. */
export async function answerHere(target: object, body: string): Promise<string> {
  const request = new Request('https://example.org/__rpc/HERE/one/call', { method: 'POST', body });
  return (await (await library.handleRpcRequest(request, target))?.text()) ?? '';
}

/** An object as a user of the library would serve it. */
class Plain {
  userIds(): number[] {
    return [1, 2, 3];
  }
  /** For TypeScript alone: nothing hides it at run time. */
  protected secret(): string {
    return 'not for clients';
  }
}

/**
 * The library follows any name from any value, so that no public server can serve a plain object by it:
 * in this bench a list of declared names stands in front. Here its server half runs without one.
 */
function callHere(frames: readonly string[]): Promise<string> {
  return answerHere(new Plain(), frames.join(''));
}
