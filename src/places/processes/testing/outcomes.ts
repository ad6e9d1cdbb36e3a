/**
 * Started as `<runtime> outcomes.ts <system>/<transport> …`: calls servers of its own runtime as a
 * client of each kind, and says what came of it in a line of JSON.
 */
import type { Meter } from '../../../harness/plan/index.ts';
import { bytesOf, textOf } from '../../peers/service.ts';
import { thisRuntime } from '../service.ts';
import { ServedProcess, transportOf } from '../transport.ts';

/** The outcomes of one kind of client: each a value, or the error that it was rejected with. */
export interface Outcomes {
  echo: unknown;
  sums: unknown;
  text: unknown;
  bytes: unknown;
  called: unknown;
  refused: unknown;
  /** Messages counted on both ways by then. */
  counted: { out: number; in: number };
  /** How a call ended that was under way when the server was killed, and one made afterwards. */
  pending: string;
  afterwards: string;
  lost: string;
}

const sizes = { text: 100_000, bytes: 100_000 };

async function outcomesOf(name: string): Promise<Outcomes> {
  const [system = '', kind = ''] = name.split('/');
  const runtime = thisRuntime();
  const arm = { client: runtime, server: runtime, system, transport: kind };
  const transport = await transportOf(arm);
  const counted = { out: 0, in: 0 };
  const lost = Promise.withResolvers<string>();
  const meter: Meter = {
    count: (way) => (counted[way] += 1),
    opened: () => undefined,
    lost: lost.resolve,
  };
  const server = new ServedProcess(arm, meter);
  const side = await transport.open(server, meter);
  const { operations: peer } = side;
  const found = {
    echo: await outcome(peer.echo({ a: ['é', null, 1.5] })),
    sums: await outcome(
      peer.addAll([
        [1, 2],
        [3, 4],
      ]),
    ),
    text: await outcome(
      peer
        .downloadText(sizes.text)
        .then(async (text) => [text === textOf(sizes.text), await peer.upload(text)]),
    ),
    bytes: await outcome(
      peer.downloadBytes(sizes.bytes).then(async (bytes) => {
        const back = await peer.echo(bytes);
        return [same(bytes, bytesOf(sizes.bytes)), same(back, bytes), await peer.upload(bytes)];
      }),
    ),
    called: await outcome(
      Promise.all([peer.calledBack(3), peer.calledBack(0), peer.calledBack(1000)]),
    ),
    refused: await outcome(peer.calledBack(-1)),
    counted: { ...counted },
  };
  // Stopped, it answers nothing. Deno’s own `kill` works once.
  const { pid = 0 } = server;
  process.kill(pid, 'SIGSTOP');
  const pending = ended(peer.echo(1));
  process.kill(pid, 'SIGKILL');
  const killed = { pending: await pending, lost: await lost.promise };
  const afterwards = await ended(peer.echo(1));
  side.close();
  return { ...found, ...killed, afterwards };
}

function same(got: unknown, expected: Uint8Array): boolean {
  return got instanceof Uint8Array && Buffer.compare(got, expected) === 0;
}

function outcome(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: Error) => `${error.name}: ${error.message}`);
}

function ended(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'answered',
    () => 'rejected',
  );
}

const all: Record<string, Outcomes> = {};
await Promise.all(
  process.argv.slice(2).map(async (name) => {
    all[name] = await outcomesOf(name);
  }),
);
process.stdout.write(`${JSON.stringify(all)}\n`);
