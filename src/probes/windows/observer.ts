/** How the calling side learns what the called one has seen: through a port of its own, by hand. */
import type { Speaker } from '../../places/windows/channel.ts';
import type { Asked } from './asked.ts';
import type { HostOptions } from './system.ts';

/** The first message to the called side; its first port is the observer’s. */
export interface Begin {
  begin: Speaker;
  options: HostOptions;
}

/** What can be learnt, and done, whatever the system. */
interface Observed {
  /** See {@link Asked}. */
  log: string[];
  held: void;
  release: void;
  /** Collects garbage, and says how many cursors have been collected by then. */
  collected: number;
  /** What the last message held that came to the window from its page; undefined without one. */
  heard: unknown;
  /** How many messages have come to the window from another one than its page. */
  strangers: number;
}

export type Observer = { [Name in keyof Observed]: () => Promise<Observed[Name]> };

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
export async function collectGarbage(): Promise<void> {
  const { gc } = globalThis as {
    gc?: (how: { type: 'major'; execution: 'async' }) => Promise<void>;
  };
  if (gc === undefined)
    throw new Error('gc: got none, expected a browser with --js-flags=--expose-gc');
  await gc({ type: 'major', execution: 'async' });
}

/** Answers an observer. */
export function observed(port: MessagePort, asked: Asked, ear: WindowEar | undefined): void {
  const answers: { [Name in keyof Observed]: () => Observed[Name] | Promise<Observed[Name]> } = {
    log: () => asked.log,
    held: () => asked.held(),
    release: () => asked.release(),
    async collected() {
      await collectGarbage();
      return asked.collected;
    },
    heard: () => ear?.heard,
    strangers: () => ear?.strangers ?? 0,
  };
  port.onmessage = async ({ data, ports: [reply] }: MessageEvent<keyof Observed>) =>
    reply?.postMessage(await answers[data]());
}

export function observe(port: MessagePort): Observer {
  const ask = <Name extends keyof Observed>(name: Name): Promise<Observed[Name]> => {
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<Observed[Name]>) => {
        port1.close();
        resolve(data);
      };
      port.postMessage(name, [port2]);
    });
  };
  return {
    log: () => ask('log'),
    held: () => ask('held'),
    release: () => ask('release'),
    collected: () => ask('collected'),
    heard: () => ask('heard'),
    strangers: () => ask('strangers'),
  };
}
