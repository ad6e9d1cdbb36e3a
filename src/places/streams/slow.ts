/** A reader that stops, and listeners that leave: what the sender sends on, and what the server still holds. */
import type { Connection, Workload } from '../../harness/plan/index.ts';
import type { FanOutOperations } from './fan-out.ts';
import { most, readTold, Receiving, type Shape, type Told } from './items.ts';
import { passedExactly, type StreamOperations } from './operations.ts';

/** What the object says of itself. */
async function told({ down }: Pick<StreamOperations, 'down'>): Promise<Told> {
  const asked: Shape = { items: 1, bytes: 100, part: 'tells' };
  let item: unknown;
  const taking = new (class extends Receiving {
    override take(taken: unknown): void {
      item = taken;
    }
  })(asked);
  await down(asked, taking);
  return readTold(item);
}

/** How long the reader stops, in ms. */
const STOP_MS = 3000;
const shape: Shape = { items: most.slow / most.bytes, bytes: most.bytes, part: 'slow' };

/** Keeps the thread at the first item, so that nothing is read by whatever way it comes. */
class Stopping extends Receiving {
  #hasStopped = false;

  override take(item: unknown): void {
    super.take(item);
    if (this.#hasStopped) return;
    this.#hasStopped = true;
    const until = performance.now() + STOP_MS;
    while (performance.now() < until);
  }
}

interface Slow extends Told {
  wrong?: string | undefined;
}

async function readSlowly(peer: FanOutOperations): Promise<Slow> {
  const reader = await peer.beside();
  const { items, wrong } = await reader.operations.down(shape, new Stopping(shape));
  const lost = items === shape.items ? undefined : `got ${items} items, expected ${shape.items}`;
  const found = { ...(await told(peer)), wrong: wrong ?? lost };
  reader.close();
  return found;
}

const wrong = (answers: readonly unknown[]): string | undefined =>
  answers.map((answer) => (answer as { wrong?: string }).wrong).find(Boolean);

/** The object counts what it makes; what requests hold, only the platform knows. */
export const slow: Workload<FanOutOperations> = {
  id: 'slow',
  label: 'A reader that stops',
  question: `How much does a sender send on while its reader stops for ${STOP_MS / 1000} s, and what does the server hold?`,
  spoken: `a stream whose reader stops for ${STOP_MS / 1000} s`,
  group: 'What goes wrong',
  byCommand: true,
  // Nothing that warms up, and no other’s reading, may fall into the time in which the thread stands.
  cold: true,
  besides: 1,
  usualMs: STOP_MS,
  deadlineMs: 20_000,
  operation: () => readSlowly,
  wrong,
  readings(answer) {
    const { sentOn, held, halted } = answer as Told;
    return { sentOn, ofBytes: most.slow, halted, ...(held !== undefined && { held }) };
  },
  check: (peer, done) => passedExactly(peer, done * shape.items),
};

const LISTENERS = 1000;
/** Listeners that are there at once: a browser opens 255 sockets, those of all arms together. */
const WAVE = 50;
/** How long the server may take to hear of all that left, in ms, and how often it is asked. */
const HEARING_MS = 3000;
const ASK_MS = 50;

interface Left extends Told {
  wrong?: string | undefined;
}

async function comeAndGo(peer: FanOutOperations): Promise<Left> {
  const one: Shape = { items: 1, bytes: 100 };
  let refused: string | undefined;
  for (let come = WAVE; come <= LISTENERS; come += WAVE) {
    const opening = Array.from({ length: WAVE }, () => peer.beside());
    const wave: Array<Connection<StreamOperations>> = await Promise.all(opening);
    let hasLeft = false;
    for (const { operations } of wave) {
      operations.down({ ...one, part: 'listens' }).catch((error: unknown) => {
        if (!hasLeft) refused ??= String(error);
      });
    }
    await peer.down({ ...one, part: { gathers: come } });
    hasLeft = true;
    for (const each of wave) each.close();
  }
  const until = performance.now() + HEARING_MS;
  let found = await told(peer);
  while (found.streams > 0 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    found = await told(peer);
  }
  return { ...found, wrong: refused };
}

export const leave: Workload<FanOutOperations> = {
  id: 'leave',
  label: `${LISTENERS.toLocaleString('en')} listeners come and go`,
  question: `What does the server still hold once ${LISTENERS.toLocaleString('en')} listeners to one object came and left without a word?`,
  spoken: `${LISTENERS.toLocaleString('en')} listeners that come and go`,
  group: 'What goes wrong',
  byCommand: true,
  // Nothing of those before may be left.
  cold: true,
  besides: WAVE,
  usualMs: HEARING_MS,
  deadlineMs: 20_000,
  operation: () => comeAndGo,
  wrong,
  readings(answer) {
    const { streams, bytes } = answer as Told;
    return { left: LISTENERS, still: streams, ...(bytes !== undefined && { held: bytes }) };
  },
  // What listeners ask for never comes; each wave’s coming is told of by one item.
  check: (peer, done) => passedExactly(peer, done * (LISTENERS / WAVE)),
};
