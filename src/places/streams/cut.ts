/** A stream whose connection dies between two items: what goes on by itself, and what is lost. */
import type { Begin, Workload } from '../../harness/plan/index.ts';
import { tallyOf } from '../probes/flow.ts';
import type { FanOutOperations } from './fan-out.ts';
import { passedExactly } from './operations.ts';
import { itemAt, placeOf, type Received, Receiving, type Shape } from './items.ts';

const CUT_AT = 10;
const shape: Shape = { items: 20, bytes: 100, part: { cuts: CUT_AT } };
/** How long a client may take to notice, in ms: an EventSource waits three seconds before it asks again. */
const NOTICE_MS = 6000;

/** What came of a stream that was cut. */
interface Cut {
  lost: number;
  twice: number;
  /** Whether all came without being asked for anew. */
  byItself: boolean;
  /** Whether the client told of the loss, or went on. */
  noticed: boolean;
  wrong?: string | undefined;
}

/** Takes items in any order, each of which has to be what it says it is. */
class Coming extends Receiving {
  readonly places: number[] = [];
  #altered: string | undefined;
  readonly #onItem: () => void;

  /** @param onItem is called for each */
  constructor(onItem: () => void) {
    super(shape);
    this.#onItem = onItem;
  }

  override get isWhole(): boolean {
    return new Set(this.places).size >= shape.items;
  }

  override take(item: unknown): void {
    const place = placeOf(item);
    if (item !== itemAt(shape, place)) this.#altered ??= `item ${place}: got another than was sent`;
    this.places.push(place);
    this.#onItem();
  }

  override received(): Received {
    const wrong = this.#altered;
    return { items: this.places.length, ...(wrong !== undefined && { wrong }) };
  }
}

/** Has a stream cut, and asks for the rest where it does not go on by itself. */
async function cutAndGoOn(peer: FanOutOperations, begin?: Begin): Promise<Cut> {
  let connection = await peer.beside(true);
  const losing = await peer.beside(true);
  const one = { items: 1, bytes: 100 };
  async function lose(): Promise<void> {
    // All items before the loss have arrived, so that none but those after it can be lost.
    await losing.operations.down({ ...one, part: { gathers: 1 } });
    begin?.();
    // It is lost with all that is open to the object.
    losing.operations.down({ ...one, part: 'writes' }).catch(() => undefined);
  }
  const late = Promise.withResolvers<'late'>();
  const coming = new Coming(() => {
    if (coming.places.length === CUT_AT) lose().catch(late.reject);
  });
  const timer = setTimeout(() => late.resolve('late'), NOTICE_MS);
  const stream = connection.operations.down(shape, coming).then(
    () => 'ended' as const,
    () => 'lost' as const,
  );
  const end = await Promise.race([stream, late.promise]);
  clearTimeout(timer);
  if (coming.places.length < CUT_AT) throw new Error('the stream broke off before it was cut');
  const byItself = coming.isWhole;
  if (!byItself) {
    if (connection.operations.reconnects !== true) {
      connection.close();
      connection = await peer.beside(true);
    }
    const { items, bytes } = shape;
    const from = Math.max(-1, ...coming.places) + 1;
    await connection.operations.down({ items, bytes, from }, coming);
  }
  for (const each of [losing, connection]) each.close();
  const { inOrder, ...counted } = tallyOf(coming.places, shape.items);
  const wrong = coming.received().wrong ?? (inOrder ? undefined : 'items came out of their order');
  return { ...counted, byItself, noticed: byItself || end === 'lost', wrong };
}

/** What is lost or comes twice is a result, as is who went on. */
export const cut: Workload<FanOutOperations> = {
  id: 'cut',
  label: 'Connection lost between two items',
  question: `How long does a stream of ${shape.items} short items take to go on after its connection dies at half, until the last is there?`,
  spoken: 'going on after a loss',
  group: 'What goes wrong',
  besides: 2,
  // Of all arms: an EventSource waits three seconds, most others wait for the network alone.
  usualMs: 800,
  deadlineMs: 20_000,
  // Its time begins with the loss, so that it cannot be timed with others as one; a turn is read once.
  turn: 1,
  operation: () => (peer, begin) => cutAndGoOn(peer, begin),
  wrong: (answers) => answers.map((answer) => (answer as Cut).wrong).find(Boolean),
  readings(answer) {
    const { lost, twice, byItself, noticed } = answer as Cut;
    return { lost, twice, byItself: Number(byItself), noticed: Number(noticed) };
  },
  // What is cut was asked of another object.
  check: (peer) => passedExactly(peer, 0),
};
