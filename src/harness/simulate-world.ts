import type { Random } from './random.ts';
import type { Weather } from './simulate-weather.ts';
import type { WebSocketClass } from './study.ts';
import type { World } from './world.ts';

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
