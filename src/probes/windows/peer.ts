/** The called side, in a worker or in a frame, as `npm run probe` serves it. Nothing deploys it. */
import { type Host, READY, type WorkerScope } from '../../places/windows/channel.ts';
import { type Begin, Called, loadWindowSystem, observed, WindowEar } from './both-sides.ts';

const inWindow = typeof window !== 'undefined';
const host: Host = inWindow
  ? { kind: 'window', parent: window.parent, origin: location.origin }
  : { kind: 'worker', scope: self as unknown as WorkerScope };

async function begin({ data, ports: [control, port] }: MessageEvent<Begin>): Promise<void> {
  const called = new Called();
  const ear = inWindow ? new WindowEar() : undefined;
  // Part of this script, and so there before the next message.
  const { serve } = await loadWindowSystem(data.begin);
  serve(port === undefined ? host : { kind: 'port', port }, called, data.options);
  if (control !== undefined) observed(control, called, ear);
}

addEventListener('message', (event: MessageEvent<Begin>) => void begin(event), { once: true });
if (host.kind === 'window') host.parent.postMessage(READY, host.origin);
else if (host.kind === 'worker') host.scope.postMessage(READY);
