/** What the calling and the called side share: how one learns what the other has seen, by a port of their own. */
import type { WindowObserver, WindowOptions } from '../../places/windows/probe.ts';
import { type AskedWindow, Cursor, type WindowProbed } from '../../places/windows/probed.ts';
import { Asked } from '../../places/probes/asked.ts';
import { apiOf } from '../../places/probes/probed.ts';

/** Loads both halves of a system by its id. */
export async function loadWindowSystem(id: string): Promise<WindowProbed> {
  const { probed } = (await import(`../../systems/${id}/probe-windows.ts`)) as {
    probed: WindowProbed;
  };
  return probed;
}

/** The first message to the called side; its first port is the observer’s. */
export interface Begin {
  /** Id of the system to speak. */
  begin: string;
  options: Pick<WindowOptions, 'allowedOrigins'>;
}

/** The called side, one for each connection. */
export class Called extends Asked implements AskedWindow {
  /** How many of the cursors that it made have been collected. */
  collected = 0;
  readonly #cursors = new FinalizationRegistry<void>(() => {
    this.collected += 1;
  });

  take(buffer: ArrayBuffer): number {
    return buffer.byteLength;
  }

  cursor(): Cursor {
    const cursor = new Cursor();
    this.#cursors.register(cursor, undefined);
    return cursor;
  }
}

/** Messages that come to a window itself, seen before any library sees them. */
export class WindowEar {
  heard: unknown;
  strangers = 0;

  constructor() {
    addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
      if (source === window.parent) this.heard = data;
      else this.strangers += 1;
    });
  }
}

/** Collects garbage: the browser is started with `--js-flags=--expose-gc`. */
async function collectGarbage(): Promise<void> {
  const { gc } = globalThis as {
    gc?: (how: { type: 'major'; execution: 'async' }) => Promise<void>;
  };
  if (gc === undefined)
    throw new Error('gc: got none, expected a browser with --js-flags=--expose-gc');
  await gc({ type: 'major', execution: 'async' });
}

/** Answers an observer. */
export function observed(port: MessagePort, called: Called, ear: WindowEar | undefined): void {
  const observer: WindowObserver = {
    log: async () => called.log,
    held: () => called.held(),
    release: async () => called.release(),
    async collected() {
      await collectGarbage();
      return called.collected;
    },
    heard: async () => ear?.heard,
    strangers: async () => ear?.strangers ?? 0,
  };
  port.onmessage = async ({ data, ports: [reply] }: MessageEvent<keyof WindowObserver>) =>
    reply?.postMessage(await observer[data]());
}

export function observe(port: MessagePort): WindowObserver {
  return apiOf<WindowObserver>(async (name) => {
    // At both ends: the other one collects what it is asked about.
    if (name === 'collected') await collectGarbage();
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve) => {
      port1.onmessage = ({ data }) => {
        port1.close();
        resolve(data);
      };
      port.postMessage(name, [port2]);
    });
  });
}
