/** The called side, in a worker or in a frame, as `npm run probe` serves it. Nothing deploys it. */
import { type Host, READY, type WorkerScope } from '../../places/windows/channel.ts';
import { Asked } from './asked.ts';
import { type Begin, observed, WindowEar } from './observer.ts';
import { windowSystems } from './systems/index.ts';

const inWindow = typeof window !== 'undefined';
const host: Host = inWindow
  ? { kind: 'window', parent: window.parent, origin: location.origin }
  : { kind: 'worker', scope: self as unknown as WorkerScope };

addEventListener(
  'message',
  ({ data: { begin, options }, ports: [control, port] }: MessageEvent<Begin>) => {
    const asked = new Asked();
    if (control !== undefined) observed(control, asked, inWindow ? new WindowEar() : undefined);
    windowSystems[begin].serve(port === undefined ? host : { kind: 'port', port }, asked, options);
  },
  { once: true },
);
if (host.kind === 'window') host.parent.postMessage(READY, host.origin);
else if (host.kind === 'worker') host.scope.postMessage(READY);
