/** The called side, in a worker or in a frame: speaks the one system that it is told. */
import { type Host, isSpeak, READY, type Speaker, type WorkerScope } from './ends.ts';
import { serve as birpc } from './hosts/birpc.ts';
import { serve as capnweb } from './hosts/capnweb.ts';
import { serve as comlink } from './hosts/comlink.ts';
import { serve as kkrpc } from './hosts/kkrpc.ts';
import { serve as postMessage } from './hosts/post-message.ts';
import { WindowService } from './service.ts';

const systems: Readonly<Record<Speaker, (host: Host, service: WindowService) => void>> = {
  'post-message': postMessage,
  comlink,
  kkrpc,
  capnweb,
  birpc,
};

/** What this is in, and how it says that it is there. */
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
  systems[data.speak](port === undefined ? host : { kind: 'port', port }, new WindowService());
};
addEventListener('message', begin);
tell(READY);
