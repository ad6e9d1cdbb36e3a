import {
  type BenchProbed,
  plainRequests,
  requesting,
} from '../../../matrix/questions/client-kit.ts';
import { post } from './client.ts';

/** Posts JSON, written by hand: there is nothing to open. */
export const probed: BenchProbed = {
  code: { bundle: `export { open } from './src/libraries/systems/fetch-json/client.ts';` },
  open(link) {
    const client = () =>
      requesting((send) => (method, args, signal) => {
        return post(send, `${link.url('http')}/${method}`, args, signal);
      });
    return {
      connect: () => Promise.resolve(client()),
      post: client,
      byHand: {
        posted: true,
        call: () => ['[]'],
        echo: (text) => [JSON.stringify([[text]])],
        refusal: /"error"/,
      },
    };
  },
  skipped: {
    ...plainRequests,
    'transports-websocket transports-message-port': 'It is HTTP and nothing else.',
    'transports-get': 'How its requests are made is for whoever writes them.',
    typescript: 'Its calls are texts, which have no types.',
  },
};
