/** The first contact with a bench, and the wait for one that was lost. */
import { FAR_MS, type Network, type Study, type WebSocketClass } from '../../core/plan/index.ts';
import { Lane, messageOf, type Silence, type World } from '../../core/run/index.ts';
import { askAbout, diagnose } from './about.ts';
import { BenchFailed, refusalWords } from './failure.ts';
import { abortable, type BenchWorld } from './world.ts';

/** Fewest calls of which the shortest counts. */
const CALLS = 3;
/** Time within which a bench that seems far may show that it is near, in ms: a busy processor delays single calls. */
const SECOND_LOOK_MS = 400;

/**
 * Opens one connection to the study’s baseline and makes a few calls, before anything is measured.
 *
 * @returns times of the network
 * @throws Error with what went wrong, without a full stop; the signal's reason when aborted
 */
export async function firstContact<Operations>(
  study: Study<Operations>,
  world: World,
  signal: AbortSignal,
): Promise<Network> {
  const arm = study.arms.find(({ id }) => id === study.baseline);
  const [workload] = study.workloads;
  if (arm === undefined || workload === undefined) {
    throw new RangeError(`${study.id}: got no arm for the baseline or no workload, expected both`);
  }
  const { deadlineMs } = study;
  const open = await arm.load();
  signal.throwIfAborted();
  const lane = new Lane({ arm: arm.id, open, deadlineMs, world, signal });
  const startedAt = world.now();
  try {
    const { operations } = await lane.connect();
    const connectMs = world.now() - startedAt;
    // A check is a call that only reads. The first one also wakes both ends up, so that the shortest counts.
    let msPerOperation = Infinity;
    const firstAt = world.now();
    const seemsFar = () => msPerOperation >= FAR_MS && world.now() - firstAt < SECOND_LOOK_MS;
    for (let call = 0; call < CALLS || seemsFar(); call += 1) {
      const calledAt = world.now();
      await lane.race(workload.check(operations, 0));
      msPerOperation = Math.min(msPerOperation, world.now() - calledAt);
    }
    return { msPerOperation, connectMs };
  } catch (error) {
    signal.throwIfAborted();
    const tooLate = `nothing came back within ${deadlineMs / 1000} s`;
    throw new Error(lane.failure?.reason === 'stalled' ? tooLate : messageOf(error));
  } finally {
    lane.close();
  }
}

/**
 * The first contact with a bench.
 *
 * @throws BenchFailed that says why it does not work; the signal's reason when aborted
 */
export async function preflight<Operations>(
  study: Study<Operations>,
  world: RecoveringWorld,
  signal: AbortSignal,
): Promise<Network> {
  try {
    return await firstContact(study, world, signal);
  } catch (error) {
    signal.throwIfAborted();
    const { origin } = world.ends;
    throw await diagnose(origin, world.newestAddress() ?? origin, messageOf(error), signal);
  }
}

/** Longest that a bench may take to say that it is there, in ms. */
const ANSWER_MS = 2000;

/** Knows whether a bench answers. */
export class Silences implements Silence {
  readonly #ask: (signal: AbortSignal) => Promise<void>;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #asking = false;
  #isSilent = false;
  #lostMs = 0;

  /**
   * @param ask rejects if nobody answers
   * @param now a monotonic clock, in ms
   */
  constructor(ask: (signal: AbortSignal) => Promise<void>, now: () => number) {
    this.#ask = ask;
    this.#now = now;
  }

  /** The clock without the times in which the bench was silent. */
  readonly now = (): number => this.#now() - this.#lostMs;

  get isSilent(): boolean {
    return this.#isSilent;
  }

  doubt(since: number): void {
    if (this.#asking || this.#isSilent) return;
    this.#asking = true;
    this.#ask(AbortSignal.timeout(ANSWER_MS))
      .catch(() => {
        this.#lostMs += Math.max(0, this.now() - since);
        this.#isSilent = true;
        for (const listener of [...this.#listeners]) listener();
      })
      .finally(() => {
        this.#asking = false;
      });
  }

  onSilent(callback: () => void): () => void {
    this.#listeners.add(callback);
    if (this.#isSilent) callback();
    return () => this.#listeners.delete(callback);
  }

  /** The bench has answered. */
  over(): void {
    this.#isSilent = false;
  }
}

/** Pauses between two questions, in ms: doubled from the first to the longest. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

/** Time that a lost bench gets to return, in ms: longer across a network than on this machine. */
export function patienceMs(origin: string): number {
  const { hostname } = new URL(origin);
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname) ? 4000 : 60_000;
}

/** A bench that refuses to say what it is has answered. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof BenchFailed) || error.failure.kind !== 'refused') throw error;
}

/** A world in which a run survives a lost bench. */
export interface RecoveringWorld extends BenchWorld {
  ends: BenchWorld['ends'] & { WebSocketClass: WebSocketClass };
  /** Address of the newest socket; undefined before the first. Only the clients know theirs. */
  newestAddress(): string | undefined;
}

/**
 * Lets a run survive a lost or silent bench. It asks, with growing pauses, until the bench admits another connection.
 * It gives up when its patience ends, or at once after a refusal, because limits count by the minute.
 *
 * @param origins the benches that must all answer, without trailing slashes
 * @param patience time that the bench at an origin gets, in ms
 */
export function withRecovery(
  world: BenchWorld,
  origins: readonly string[],
  patience: (origin: string) => number = patienceMs,
): RecoveringWorld {
  let newest: string | undefined;
  const { ends } = world;
  class NotingWebSocket extends (ends.WebSocketClass ?? WebSocket) {
    constructor(url: string, protocols?: string | string[]) {
      newest = url;
      super(url, protocols);
    }
  }
  const ask = async (origin: string, signal: AbortSignal): Promise<void> => {
    await askAbout(origin, signal);
    if (newest?.startsWith(origin.replace(/^http/, 'ws')) !== true) return;
    const reason = await diagnose(origin, newest, 'the socket closed', signal);
    // A bench that answers 426 is there.
    if (reason.failure.kind !== 'blocked') throw reason;
  };
  const silence = new Silences(
    async (signal) => {
      const asked = origins.map((origin) => askAbout(origin, signal).catch(unlessRefused));
      await Promise.all(asked);
    },
    () => world.now(),
  );
  return {
    ...world,
    now: silence.now,
    silence,
    ends: { ...ends, WebSocketClass: NotingWebSocket },
    newestAddress: () => newest,
    async recover(signal) {
      for (const origin of origins) {
        const startedAt = world.now();
        const longestMs = patience(origin);
        for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
          try {
            await ask(origin, signal);
            silence.over();
            break;
          } catch (error) {
            signal.throwIfAborted();
            if (!(error instanceof BenchFailed)) throw error;
            const { failure } = error;
            if (failure.kind === 'refused') {
              return { kind: 'lost', why: refusalWords(failure), failure };
            }
            if (world.now() - startedAt + pauseMs > longestMs) {
              return { kind: 'lost', why: `no answer for ${longestMs / 1000} seconds`, failure };
            }
            await abortable(signal, (resolve) => world.after(pauseMs, resolve));
          }
        }
      }
      return undefined;
    },
  };
}
