import { openLogged } from '../../../wire/links/traffic.ts';
import { type CallAnswer, Caller } from '../../../wire/peers/baseline.ts';
import { apiOf, type BenchProbed, type ProbeApi } from '../../../matrix/questions/client-kit.ts';

/** The baseline: one JSON message each way for each call, written by hand. */
export const probed: BenchProbed = {
  code: { bundle: `export { open } from './src/libraries/systems/raw-websocket/client.ts';` },
  open: (link) => ({
    async connect() {
      const { socket, log } = await openLogged(link);
      const caller = new Caller((question) => socket.send(JSON.stringify(question)));
      socket.addEventListener('message', (event: MessageEvent<string>) => {
        caller.take(JSON.parse(event.data) as CallAnswer);
      });
      socket.addEventListener('close', ({ code }) => {
        caller.end(new Error(`closed with code ${code}`));
      });
      const api = apiOf<ProbeApi>((method, args) => {
        if (socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error('closed'));
        const answer = caller.call(method, args);
        // The question that made the call hears of its end; nobody else has to.
        answer.catch(() => undefined);
        return answer;
      });
      return { api, log, [Symbol.dispose]: () => socket.close() };
    },
    byHand: {
      call: (path) => message(path.join('.'), []),
      echo: (text) => message('echo', [[text]]),
      refusal: /"error"/,
    },
  }),
  skipped: {
    'references loss-reference': 'The raw WebSocket carries JSON, which has no functions.',
    'pipelining-chain pipelining-property pipelining-argument pipelining-head pipelining-map':
      'Each message of the raw WebSocket is one call, written by hand.',
    'direction-symmetric direction-push direction-progress direction-back-pressure direction-stream-gone hibernation-push':
      'The raw WebSocket answers calls and sends nothing else.',
    'transports-http-batch transports-http-chain transports-get transports-message-port transports-workers-rpc':
      'It is a WebSocket and nothing else.',
    'loss-told': 'The raw WebSocket has the socket’s own event.',
    'loss-reconnect loss-resume':
      'It has no messages to listen for on a connection that it keeps up.',
    'disposal-closes': 'The raw WebSocket’s user closes the socket by hand.',
    'disposal-nothing-held disposal-argument':
      'The raw WebSocket carries JSON, which holds nothing.',
    typescript: 'The raw WebSocket’s calls are texts, which have no types.',
    'security-capability security-token-once':
      'The raw WebSocket carries JSON, which has no interfaces.',
  },
};

function message(method: string, args: unknown[]): string[] {
  return [JSON.stringify({ id: 1, method, args })];
}
