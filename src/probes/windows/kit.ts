/** What the questions about windows and workers are asked through, whichever the system. */
import {
  type End,
  PEER_PAGE,
  PEER_SCRIPT,
  type Place,
  READY,
  type Speaker,
} from '../../places/windows/channel.ts';
import { type Begin, observe, type Observer } from './observer.ts';
import type { Caller, CallerOptions, HostOptions } from './system.ts';
import { windowSystems } from './systems/index.ts';

export type AskedPlace = Extract<Place, 'worker' | 'frame'>;

/** An object of the other end, as far as it arrives as one. */
export interface RemoteCursor {
  next?: () => unknown;
}

/** The methods as every caller has them; what a system cannot do fails when it is tried. */
export interface WindowApi {
  fail(): unknown;
  echo(value: unknown): unknown;
  /** Hands a buffer over, or passes it where that cannot be. */
  handOver(buffer: ArrayBuffer): unknown;
  arrive(n: number): unknown;
  hold(signal?: AbortSignal): unknown;
  /** Without a function, the other end calls the one that was offered from the start. */
  callBack(report?: (value: number) => unknown): unknown;
  cursor(): unknown;
}

/** One open channel. Leaving its scope ends the other side. */
export interface WindowConnection extends Disposable {
  api: WindowApi;
  observer: Observer;
  letGo: Caller['letGo'];
  /** Ends the other side, without a word to the library: terminates the worker, removes the frame. */
  end(): void;
  /** Name by which another window reaches the frame. */
  name: string;
}

export type Options = CallerOptions & HostOptions;

export interface WindowKit {
  connect(options?: Options): Promise<WindowConnection>;
}

export type WindowKits = Readonly<Record<Speaker, WindowKit>>;

export function kitOf(speaker: Speaker, place: AskedPlace): WindowKit {
  return { connect: (options = {}) => connect(speaker, place, options) };
}

/** The other side, there and waiting for its first message. */
interface Opened {
  end: End;
  begin(message: Begin, ports: MessagePort[]): void;
  close(): void;
  name: string;
}

async function connect(
  speaker: Speaker,
  place: AskedPlace,
  { allowedOrigins, ...options }: Options,
): Promise<WindowConnection> {
  const system = windowSystems[speaker];
  const opened = await (place === 'worker' ? openWorker() : openFrame());
  const control = new MessageChannel();
  const channel = system.throughPort === true ? new MessageChannel() : undefined;
  const end: End = channel === undefined ? opened.end : { kind: 'port', port: channel.port1 };
  const ports = channel === undefined ? [] : [channel.port2];
  opened.begin({ begin: speaker, options: allowedOrigins ? { allowedOrigins } : {} }, [
    control.port2,
    ...ports,
  ]);
  const caller = system.open(end, options);
  return {
    api: apiOf(caller),
    observer: observe(control.port1),
    letGo: caller.letGo,
    end: () => opened.close(),
    name: opened.name,
    [Symbol.dispose]() {
      caller.close();
      opened.close();
    },
  };
}

function apiOf(caller: Caller): WindowApi {
  return {
    fail: () => caller.call('fail', []),
    echo: (value) => caller.call('echo', [value]),
    handOver: (buffer) => caller.handOver?.(buffer) ?? caller.call('take', [buffer]),
    arrive: (n) => caller.call('arrive', [n]),
    hold: (...args) => caller.call('hold', args),
    callBack: (report) =>
      caller.call('callBack', report === undefined ? [] : [caller.pass?.(report) ?? report]),
    cursor: () => caller.call('cursor', []),
  };
}

async function openWorker(): Promise<Opened> {
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

async function openFrame(): Promise<Opened> {
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
export async function strangerPosts(name: string, message: unknown): Promise<void> {
  const element = document.createElement('iframe');
  Object.assign(element, { hidden: true, srcdoc: STRANGER });
  element.setAttribute('sandbox', 'allow-scripts');
  (await ready(element)).postMessage({ name, message }, '*');
}
