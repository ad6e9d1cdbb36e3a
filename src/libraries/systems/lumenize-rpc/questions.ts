import * as library from '#lumenize-rpc/library';
import { logRequests } from '../../../wire/links/traffic.ts';
import type { ProbeApi } from '../../../matrix/questions/client-kit.ts';
import { type BenchProbed, Plain } from '../../../matrix/questions/probed.ts';
import { probedBy } from '../lumenize/questions.ts';
import { http } from './system.ts';

/** What the library’s server half answers to a posted text, run beside its client. */
export async function answerHere(target: object, body: string): Promise<string> {
  const request = new Request('https://example.org/__rpc/HERE/one/call', { method: 'POST', body });
  return (await (await library.handleRpcRequest(request, target))?.text()) ?? '';
}

const overSockets = probedBy('lumenize-rpc', library, answerHere, {
  imported: { fromRoot: '@lumenize/rpc', fromFolder: '@lumenize/rpc' },
  typed: 'typeof Server',
  /**
   * The library follows any name from any value, so that no public server can serve a plain object by it:
   * in this bench a list of declared names stands in front. Here its server half runs without one.
   */
  byHand: { callHere: (frames) => answerHere(new Plain(), frames.join('')) },
});

export const probed: BenchProbed = {
  ...overSockets,
  open: (link) => ({
    ...overSockets.open(link),
    post() {
      const { fetch, requests } = logRequests();
      const options = { baseUrl: link.origin, prefix: '/bench/lumenize-rpc', fetch };
      const transport = library.createHttpTransport(http.name, link.object, options);
      return { api: library.createRpcClient({ transport }) as ProbeApi, requests };
    },
  }),
};
