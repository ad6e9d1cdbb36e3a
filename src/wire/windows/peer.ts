/** The called side, in a worker or in a frame. It speaks the one system that it is told. */
import {
  type CalledEnd,
  loadWindowSystem,
  pipeOf,
  READY,
  type Speak,
  type WorkerScope,
} from './channel.ts';
import { PeerService } from '../peers/service.ts';

const host: CalledEnd =
  typeof window === 'undefined'
    ? { kind: 'worker', worker: self as unknown as WorkerScope }
    : // A sandboxed frame has the origin “null”, but its address is of the site.
      { kind: 'window', parent: window.parent, origin: location.origin };

const begin = ({ data, source, ports: [port] }: MessageEvent<unknown>): void => {
  const { speak } = Object(data) as Partial<Speak>;
  if (speak === undefined || (host.kind === 'window' && source !== host.parent)) return;
  removeEventListener('message', begin);
  // The system is part of this script, so that it is there before the next message.
  void loadWindowSystem(speak).then(({ serve }) =>
    serve(port === undefined ? host : { kind: 'port', port }, new PeerService()),
  );
};
addEventListener('message', begin);
pipeOf(host).post(READY);
