import { normal, type Random, type WebSocketClass } from '../plan/index.ts';
import type { World } from '../run/index.ts';

/** Time to open a simulated socket, in ms. */
const CONNECT_MS = 2;

/** The host part of a simulated address says how many times the reference's time the arm takes. */
export const simulatedAddress = (scale: number) => `ws://${scale}/`;

/** Requests to the simulated server: to add one, or only to say how far it has counted. */
export const ADD = Uint8Array.of(1);
export const READ = Uint8Array.of(0);

/**
 * A world with a clock, timers and sockets of its own, in which no real time passes. The clock
 * moves only when a socket opens or answers, and by what the weather says. The server behind
 * every socket counts; its answer is one byte with the number it has reached.
 */
export function simulatedWorld(weather: Weather, random: Random): World {
  let nowMs = 0;
  let timers: Array<{ atMs: number; callback: () => void }> = [];

  const pass = (ms: number) => {
    nowMs += ms;
    if (timers.every(({ atMs }) => atMs > nowMs)) return;
    const due = timers.filter(({ atMs }) => atMs <= nowMs);
    timers = timers.filter(({ atMs }) => atMs > nowMs);
    for (const { callback } of due) callback();
  };
  // With an answer that never comes, time goes on until nobody waits for it any more. Sums of
  // fractions may fall short of the moment waited for, so it goes on by at least a microsecond.
  const passWhileWaitedFor = () => {
    while (timers.length > 0) {
      const next = Math.min(...timers.map(({ atMs }) => atMs));
      pass(Math.max(0.001, next - nowMs));
    }
  };

  type Listener = (event: { data?: Uint8Array }) => void;
  class SimulatedSocket {
    readonly extensions = '';
    listeners: Array<{ type: string; listener: Listener }> = [];
    answer: (request: Uint8Array) => void;

    constructor(url: string) {
      const scale = Number(url.slice('ws://'.length, -1));
      const take = weather.startBlock(random, nowMs);
      let count = 0;
      this.answer = ([add = 0]) => {
        const ms = add === 0 ? 0 : take(scale);
        if (ms === Infinity) {
          passWhileWaitedFor();
          return;
        }
        count += add;
        pass(ms);
        this.dispatch('message', { data: Uint8Array.of(count) });
      };
      queueMicrotask(() => {
        pass(CONNECT_MS);
        this.dispatch('open', {});
      });
    }

    addEventListener(type: string, listener: Listener): void {
      this.listeners.push({ type, listener });
    }

    send(request: Uint8Array): void {
      queueMicrotask(() => this.answer(request));
    }

    close(): void {
      this.listeners = [];
    }

    dispatch(type: string, event: { data?: Uint8Array }): void {
      for (const listening of this.listeners) {
        if (listening.type === type) listening.listener(event);
      }
    }
  }

  return {
    now: () => nowMs,
    after(delayMs, callback) {
      const timer = { atMs: nowMs + delayMs, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    freshObject: () => '00000000-0000-4000-8000-000000000000',
    // It has what the meter and the simulated client use of a WebSocket, and nothing else.
    WebSocketClass: SimulatedSocket as unknown as WebSocketClass,
  };
}

/**
 * What a simulated operation takes, in ms, for an arm that takes `scale` times the reference's
 * time. Infinity means that no answer ever comes.
 */
export type SimulatedOperation = (scale: number) => number;

/** The conditions of a simulated run. Which arm a block belongs to makes no difference to them. */
export interface Weather {
  name: string;
  /** @param sinceStartMs time since the run started, in ms */
  startBlock(random: Random, sinceStartMs: number): SimulatedOperation;
}

/** Spread of operations inside a block and of blocks among each other, on the log scale. */
const OPERATION_SPREAD = 0.3;
const BLOCK_SPREAD = 0.08;

const logNormal = (random: Random, spread: number) => Math.exp(spread * normal(random));

/** The conditions of the calibration. Without noise an operation of the reference takes 1 ms. */
export const weathers: readonly Weather[] = [
  {
    // So little noise that twins can be found equal, and 5 % must not be.
    name: 'quiet',
    startBlock(random) {
      const block = logNormal(random, 0.03);
      return (scale) => scale * block * logNormal(random, 0.05);
    },
  },
  {
    name: 'log-normal',
    startBlock(random) {
      const block = logNormal(random, BLOCK_SPREAD);
      return (scale) => scale * block * logNormal(random, OPERATION_SPREAD);
    },
  },
  {
    // A shape of 1.5 has no variance: now and then one operation outweighs the rest of its block.
    name: 'pareto',
    startBlock(random) {
      const block = logNormal(random, BLOCK_SPREAD);
      return (scale) => scale * block * (1 - random()) ** (-1 / 1.5);
    },
  },
  {
    // Slower all the time, with a swing of a few rounds on top.
    name: 'drift',
    startBlock(random, sinceStartMs) {
      const swing = Math.exp(0.4 * Math.sin(sinceStartMs / 60));
      const block = (1 + sinceStartMs / 1000) * swing * logNormal(random, BLOCK_SPREAD);
      return (scale) => scale * block * logNormal(random, OPERATION_SPREAD);
    },
  },
  {
    // Each operation is nearly as slow as the one before it: a block tells less than its length.
    name: 'autocorrelated',
    startBlock(random) {
      const memory = 0.9;
      let state = normal(random);
      return (scale) => {
        state = memory * state + Math.sqrt(1 - memory * memory) * normal(random);
        return scale * Math.exp(OPERATION_SPREAD * state);
      };
    },
  },
  {
    // Three blocks in ten take a longer route, and in any block one operation in five waits.
    name: 'two-humped',
    startBlock(random) {
      const route = random() < 0.3 ? 1.6 : 1;
      return (scale) => {
        const wait = random() < 0.2 ? 3 : 1;
        return scale * route * wait * logNormal(random, 0.1);
      };
    },
  },
  {
    // One block in ten loses 60 ms, whatever its arm; one in fifty is never answered and is void.
    name: 'stalled',
    startBlock(random) {
      const block = logNormal(random, BLOCK_SPREAD);
      let pauseMs = random() < 0.1 ? 60 : 0;
      const silent = random() < 0.02;
      return (scale) => {
        if (silent) return Infinity;
        const ms = scale * block * logNormal(random, OPERATION_SPREAD) + pauseMs;
        pauseMs = 0;
        return ms;
      };
    },
  },
];
