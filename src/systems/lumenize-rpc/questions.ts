import * as library from '#lumenize-rpc/library';
import { type BenchProbed, Plain } from '../../questions/probed.ts';
import { probedBy } from '../lumenize/questions.ts';

/** What the library’s server half answers to a posted text, run beside its client. */
export async function answerHere(target: object, body: string): Promise<string> {
  const request = new Request('https://example.org/__rpc/HERE/one/call', { method: 'POST', body });
  return (await (await library.handleRpcRequest(request, target))?.text()) ?? '';
}

const fails = {
  pipelining: 'head map',
  security: 'constructor prototype inherited of-a-method private types amplification',
};

export const probed: BenchProbed = probedBy('lumenize-rpc', library, answerHere, fails, {
  /**
   * The library follows any name from any value, so that no public server can serve a plain object by it:
   * in this bench a list of declared names stands in front. Here its server half runs without one.
   */
  callHere: (frames) => answerHere(new Plain(), frames.join('')),
});
