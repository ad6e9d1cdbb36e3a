import type { Arm, Connect, Study, Workload } from '../plan/index.ts';
import type { World } from '../run/index.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface Tally {
  add(): Promise<number>;
  total(): Promise<number>;
}

/** What happens at a call; the default is an answer after 2 ms. */
export type Behaviour = (call: {
  arm: string;
  /** Connections opened before this one. */
  connection: number;
  /** Calls of `add` on this connection before this one. */
  index: number;
  socket: VirtualSocket;
}) => Promise<void> | 'lose' | undefined;

/** A socket with the standard events, without a network. */
export class VirtualSocket extends EventTarget {
  readonly extensions = 'virtual';
  constructor(
    readonly url: string,
    readonly protocols?: string | string[],
  ) {
    super();
  }
  send(...data: string[]): void {
    void data;
  }
  close(code = 1000): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason: '' }));
  }
  receive(data: string): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** A bench without a network, whose calls take the time that the test says. */
export function virtualBench(clock: VirtualClock, behave: Behaviour = () => undefined) {
  const opened: VirtualSocket[] = [];
  const closed: VirtualSocket[] = [];
  let refusing = false;

  const connectTo =
    (arm: string): Connect<Tally> =>
    async ({ origin, object, WebSocketClass }) => {
      const connection = opened.length;
      const socket = new WebSocketClass(`${origin}/${arm}/${object}`) as unknown as VirtualSocket;
      opened.push(socket);
      await clock.sleep(5);
      if (refusing) throw new Error('refused');
      socket.dispatchEvent(new Event('open'));
      let total = 0;
      let calls = 0;
      const call = async (index: number): Promise<boolean> => {
        socket.send('call');
        const behaviour = behave({ arm, connection, index, socket });
        if (behaviour === 'lose') return false;
        await (behaviour ?? clock.sleep(2));
        socket.receive('answer');
        return true;
      };
      return {
        operations: {
          async add() {
            if (await call((calls += 1) - 1)) total += 1;
            return total;
          },
          async total() {
            await clock.sleep(1);
            return total;
          },
        },
        close() {
          closed.push(socket);
          socket.close();
        },
      };
    };

  const arm = (id: string): Arm<Tally> => ({
    id,
    label: id,
    system: id,
    accept: 'in-memory',
    load: () => Promise.resolve(connectTo(id)),
  });
  const workload = (id: string, operations: number, warmUp: number): Workload<Tally> => ({
    id,
    label: id,
    question: id,
    operations: Array.from({ length: operations }, () => (tally: Tally) => tally.add()),
    warmUp: Array.from({ length: warmUp }, () => (tally: Tally) => tally.add()),
    async check(tally) {
      const total = await tally.total();
      const expected = operations + warmUp;
      return total === expected ? undefined : `the total is ${total}, expected ${expected}`;
    },
  });
  const study: Study<Tally> = {
    id: 'virtual',
    title: 'Virtual',
    question: 'None',
    arms: ['floor', 'reference', 'subject'].map(arm),
    workloads: [workload('short', 4, 2), workload('long', 8, 0)],
    floor: 'floor',
    reference: 'reference',
    subjects: ['subject'],
    margin: 0.05,
    deadlineMs: 1000,
  };
  let objects = 0;
  const world: World = {
    now: clock.now,
    after: clock.after,
    freshObject: () => `object-${(objects += 1)}`,
    WebSocketClass: VirtualSocket as unknown as World['WebSocketClass'],
  };
  return {
    study,
    world,
    opened,
    closed,
    refuse(yes: boolean) {
      refusing = yes;
    },
  };
}
