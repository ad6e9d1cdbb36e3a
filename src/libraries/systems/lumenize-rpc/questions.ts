import * as library from '#lumenize-rpc/library';
import { logRequests } from '../../../wire/links/traffic.ts';
import { type BenchProbed, Plain, type ProbeApi } from '../../../matrix/questions/client-kit.ts';
import { probedBy } from '../lumenize/questions.ts';
import { http } from './system.ts';

/** Answers a posted text by the library’s server half, run beside its client. */
export async function answerHere(target: object, body: string): Promise<string> {
  const request = new Request('https://example.org/__rpc/HERE/one/call', { method: 'POST', body });
  return (await (await library.handleRpcRequest(request, target))?.text()) ?? '';
}

const overSockets = probedBy('lumenize-rpc', library, answerHere, {
  imported: { fromRoot: '@lumenize/rpc', fromFolder: '@lumenize/rpc' },
  typed: 'typeof Server',
  /** The server half runs here without the list of declared names that a public bench needs. */
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
