/** The called side, in a worker or in a frame: speaks the one system that it is told. */
import { type Host, isSpeak, READY, type WorkerScope, loadWindowSystem } from './channel.ts';
import { WindowService } from './service.ts';

export { outside } from './channel.ts';

/** The surroundings of this script, and how it says that it is there. */
function surroundings(): { host: Host; tell: (message: unknown) => void } {
  if (typeof window === 'undefined') {
    const scope = self as unknown as WorkerScope;
    return { host: { kind: 'worker', scope }, tell: (message) => scope.postMessage(message) };
  }
  // An opaque origin’s own name is “null”; its page’s address is of the site all the same.
  const { parent, location } = window;
  const { origin } = location;
  const host: Host = { kind: 'window', parent, origin };
  return { host, tell: (message) => parent.postMessage(message, origin) };
}

const { host, tell } = surroundings();

const begin = ({ data, source, ports: [port] }: MessageEvent<unknown>): void => {
  if (!isSpeak(data)) return;
  if (host.kind === 'window' && source !== host.parent) return;
  removeEventListener('message', begin);
  // Part of this script, and so there before the next message.
  void loadWindowSystem(data.speak).then(({ serve }) =>
    serve(port === undefined ? host : { kind: 'port', port }, new WindowService()),
  );
};
addEventListener('message', begin);
tell(READY);
