/** Opens what the questions about windows and workers are asked through. */
import { type End, PEER_PAGE, PEER_SCRIPT, READY } from '../../places/windows/channel.ts';
import type {
  AskedPlace,
  WindowApi,
  WindowConnection,
  WindowKit,
  WindowOptions,
} from '../../places/windows/probe.ts';
import type { Caller, WindowProbed } from '../../places/windows/probed.ts';
import { type Begin, observe } from './both-sides.ts';

export function kitOf(speaker: string, probed: WindowProbed, place: AskedPlace): WindowKit {
  return {
    hasTimeout: probed.hasTimeout === true,
    origin: location.origin,
    connect: (options = {}) => connect(speaker, probed, place, options),
  };
}

/** The other side, there and waiting for its first message. */
interface OtherSide {
  end: End;
  begin(message: Begin, ports: MessagePort[]): void;
  close(): void;
  /** Name by which another window reaches the frame. */
  name: string;
}

async function connect(
  speaker: string,
  { open, throughPort }: WindowProbed,
  place: AskedPlace,
  { allowedOrigins, ...options }: WindowOptions,
): Promise<WindowConnection> {
  const other = await (place === 'worker' ? openWorker() : openFrame());
  const control = new MessageChannel();
  const channel = throughPort === true ? new MessageChannel() : undefined;
  const end: End = channel === undefined ? other.end : { kind: 'port', port: channel.port1 };
  const ports = channel === undefined ? [] : [channel.port2];
  other.begin({ begin: speaker, options: allowedOrigins ? { allowedOrigins } : {} }, [
    control.port2,
    ...ports,
  ]);
  // At once: the called half of kkrpc says a word first in a frame, which its caller has to hear.
  const caller = open(end, options);
  const observer = observe(control.port1);
  return {
    api: apiOf(caller),
    observer,
    letGo: caller.letGo,
    end: () => other.close(),
    strangerPosts: (message) => strangerPosts(other.name, message),
    [Symbol.dispose]() {
      caller.close();
      other.close();
    },
  };
}

function apiOf(caller: Caller): WindowApi {
  return {
    fail: (kind) => caller.call('fail', [kind]),
    echo: (value) => caller.call('echo', [value]),
    handOver: (buffer) => caller.handOver?.(buffer) ?? caller.call('take', [buffer]),
    arrive: (n) => caller.call('arrive', [n]),
    hold: (...args) => caller.call('hold', args),
    callBack: (report, value) =>
      caller.call('callBack', [report && (caller.pass?.(report) ?? report), value]),
    cursor: () => caller.call('cursor', []),
    flow: (amount) => caller.call('flow', [amount]),
    flowTo: (amount, take) =>
      caller.call('flowTo', [amount, take && (caller.pass?.(take) ?? take)]),
    flowed: () => caller.call('flowed', []),
  };
}

async function openWorker(): Promise<OtherSide> {
  const worker = new Worker(PEER_SCRIPT);
  await new Promise<void>((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new Error(`the worker failed: ${message}`));
    worker.onmessage = ({ data }) => data === READY && resolve();
  });
  return {
    end: { kind: 'worker', worker },
    begin: (message, ports) => worker.postMessage(message, ports),
    close: () => worker.terminate(),
    name: '',
  };
}

async function openFrame(): Promise<OtherSide> {
  const name = `frame-${crypto.randomUUID()}`;
  const element = document.createElement('iframe');
  Object.assign(element, { name, hidden: true, src: PEER_PAGE });
  const frame = await ready(element);
  return {
    end: { kind: 'window', target: frame, frame, context: window },
    begin: (message, ports) => frame.postMessage(message, location.origin, ports),
    close: () => element.remove(),
    name,
  };
}

/** Puts a frame into the page, and waits until its code has run. */
async function ready(element: HTMLIFrameElement): Promise<Window> {
  document.body.append(element);
  const frame = element.contentWindow;
  if (frame === null) throw new Error('the frame has no window');
  const listening = new AbortController();
  await new Promise<void>((resolve) => {
    const hear = ({ source, data }: MessageEvent<unknown>) =>
      source === frame && data === READY && resolve();
    window.addEventListener('message', hear, { signal: listening.signal });
  });
  listening.abort();
  return frame;
}

/** Passes on to a frame beside it what it is told. */
const STRANGER = `<script>
  onmessage = ({ data: { name, message } }) => parent.frames[name].postMessage(message, '*');
  parent.postMessage(${JSON.stringify(READY)}, '*');
</script>`;

/** Has a sandboxed frame, of an origin that is nobody’s, post a message to the frame of this name. */
async function strangerPosts(name: string, message: unknown): Promise<void> {
  const element = document.createElement('iframe');
  Object.assign(element, { hidden: true, srcdoc: STRANGER });
  element.setAttribute('sandbox', 'allow-scripts');
  (await ready(element)).postMessage({ name, message }, '*');
}
