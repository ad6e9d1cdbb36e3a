/** The called side, in a worker or in a frame: speaks the one system that it is told. */
import {
  type Host,
  isSpeak,
  READY,
  type Speaker,
  type WindowSystem,
  type WorkerScope,
} from './channel.ts';
import { WindowService } from './service.ts';
import * as birpc from '../../systems/birpc/window.ts';
import * as capnweb from '../../systems/capnweb/window.ts';
import * as comlink from '../../systems/comlink/window.ts';
import * as kkrpc from '../../systems/kkrpc/window.ts';
import * as postMessage from '../../systems/post-message/window.ts';

const serves: Readonly<Record<Speaker, WindowSystem['serve']>> = {
  'post-message': postMessage.serve,
  comlink: comlink.serve,
  kkrpc: kkrpc.serve,
  capnweb: capnweb.serve,
  birpc: birpc.serve,
};

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
  serves[data.speak](port === undefined ? host : { kind: 'port', port }, new WindowService());
};
addEventListener('message', begin);
tell(READY);
