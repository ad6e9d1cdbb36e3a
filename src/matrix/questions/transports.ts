/** Transports: what the calls can travel over. */
import { answerOf, answers, fail, partly, pass, show } from './outcome.ts';
import { answering, type BenchKit, connected, type Posted, type Questions } from './client-kit.ts';

/** A client of a system over HTTP, which all have that are asked about it. */
function posted({ post }: BenchKit): Posted {
  if (post !== undefined) return post();
  throw new Error(
    'got no client over HTTP, expected post in its questions.ts, or the question under skipped there',
  );
}

const holder = 'the holder of the token';

export const transports: Questions = {
  'transports-websocket': answering((api) => api.add(2, 3), 5),
  async 'transports-http-batch'(kit) {
    const { api, requests = [] } = posted(kit);
    await answerOf(() => Promise.all([1, 2, 3].map((n) => api.add(n, n))));
    const { length } = requests;
    if (length === 1) return pass('one request');
    return fail(`${length} requests: each call posts by itself`);
  },
  async 'transports-http-chain'(kit) {
    const { api, requests } = posted(kit);
    const outcome = await answers(() => api.authenticate('sesame').whoami(), holder);
    if (outcome.result !== 'pass' || requests === undefined) return outcome;
    const { length } = requests;
    return length === 1 ? pass('one request') : partly(`${length} requests`);
  },
  async 'transports-get'(kit) {
    if (kit.get === undefined) {
      const { status } = await fetch(posted(kit).url ?? kit.link.url('http'));
      return status === 200 ? pass('answered') : fail(`a GET is answered with status ${status}`);
    }
    const { api, requests = [] } = kit.get();
    const outcome = await answers(() => api.add(2, 3), 5);
    if (outcome.result !== 'pass') return outcome;
    const [request = ''] = requests;
    return request.startsWith('GET ') ? pass('a GET') : fail(request);
  },
  'transports-message-port': undefined,
  'transports-workers-rpc': connected(async (connection) => {
    const counted = await answerOf(async () => {
      const cursor = await connection.api.nativeCursor();
      return [await cursor.advance(), await cursor.advance()].join();
    });
    return counted === '1,2' ? pass('counts 1, 2') : partly(`the call answers ${show(counted)}`);
  }),
};
