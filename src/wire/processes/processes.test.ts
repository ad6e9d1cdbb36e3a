import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Connection, type Meter, type Opening, workloadOf } from '../../core/plan/index.ts';
import { allCases, oneOfEach } from '../../testing/all-cases.ts';
import { childrenOf } from '../../cli/shared/testing/spawn-cli.ts';
import { noMeter } from '../links/link.ts';
import type { PeerOperations } from '../peers/operations.ts';
import { peerWorkloads } from '../peers/workloads.ts';
import { type ProcessArm, runtimes, studyArmOf } from './names.ts';
import { processArms as arms } from '../../libraries/studies/kkrpc-transports/study.ts';
import { openerOf } from './connect.ts';
import { Processes } from './processes.ts';

const processes = new Processes(() => () => undefined);
const folder = mkdtempSync(join(tmpdir(), 'roundtrip-processes-test-'));
afterAll(async () => {
  await processes.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => vi.unstubAllEnvs());

/** What opens a connection, and what its meter heard of the loss of it. */
function openingOf(deadlineMs = 30_000): Opening & { lost: Promise<string> } {
  const { promise: lost, resolve } = Promise.withResolvers<string>();
  const meter: Meter = { ...noMeter, lost: resolve };
  return { object: 'an id', meter, deadlineMs, processes, lost };
}

const armOf = (id: string): ProcessArm => arms.find((arm) => arm.id === id) as ProcessArm;

async function openElsewhere(id: string, deadlineMs?: number) {
  const own = openingOf(deadlineMs);
  const connection = await processes.open(armOf(id), own);
  const { elsewhere } = connection;
  if (elsewhere === undefined) throw new Error('got turns to be taken here, expected an agent');
  return { elsewhere, lost: own.lost, close: () => connection.close() };
}

const asking = (workload: string, operations: number) => ({
  workload,
  operations,
  leadIn: 0,
  first: 0,
  together: false,
});

/** Two operations of each workload: what was wrong with them and with the other end, and how many there were. */
async function ask(id: string, ids: readonly string[]) {
  const found = [];
  const { elsewhere, close } = await openElsewhere(id);
  let held = 0;
  for (const workload of ids) {
    const { timed, wrong } = await elsewhere.turn(asking(workload, 2));
    const mismatch = await elsewhere.check(workload, 2, held);
    held += workloadOf({ workloads: peerWorkloads }, workload).leaves?.(2) ?? 0;
    found.push([workload, wrong, mismatch, timed.samplesUs.length]);
    expect(timed.frames.out).toBeGreaterThanOrEqual(2);
    expect(timed.bytes.in).toBeGreaterThan(0);
  }
  close();
  return found;
}

/** Over stdio with a library and by hand, and over a WebSocket. */
const threeWays = [
  'kkrpc/node-node-stdio',
  'json-lines/node-node-stdio',
  'capnweb/node-node-websocket',
];
// Where its package is installed: by day once over each transport.
const ofKkrpc2 = oneOfEach(
  arms.filter(({ system, optional }) => system === 'kkrpc-2' && !optional),
  ({ transport }) => transport,
).map(({ id }) => id);

const right = (ids: readonly string[]) => ids.map((id) => [id, undefined, undefined, 2]);

/** Of each kind of workload one. */
const inCalls = ['burst-100', 'batch-100', 'callback-1000'];
const each = [...inCalls, 'up-text-1000', 'down-text-102400', 'echo-bytes-102400'];
const ofEachKind = [
  'kkrpc/node-node-stdio',
  'kkrpc/node-node-websocket',
  'kkrpc/bun-bun-websocket',
  'kkrpc/deno-deno-websocket',
  ...runtimes.map((each) => `json-lines/${each}-${each}-stdio`),
  'capnweb/node-node-websocket',
  ...ofKkrpc2,
];
// Each pair of runtimes takes a second to start: by day those of one runtime are enough.
const overStdio = arms.filter(
  ({ id, transport, client, server }) =>
    transport === 'stdio' && !ofEachKind.includes(id) && (allCases || client === server),
);

describe('calls between processes', () => {
  it.each(overStdio.map(({ id }) => id))('%s echoes', async (id) => {
    expect(await ask(id, ['echo'])).toEqual(right(['echo']));
  });

  it.each(ofEachKind)('%s does one of each kind that it can', async (id) => {
    const able = each.filter((workload) => armOf(id).cannot?.[workload] === undefined);
    expect(await ask(id, able)).toEqual(right(able));
  });
});

describe('what an arm cannot do', () => {
  it('is to have long answers over a Bun client’s pipes, which lose parts of them', async () => {
    const workload = 'down-text-1048576';
    expect(armOf('kkrpc/bun-bun-stdio').cannot?.[workload]).toMatch(/stay pending/);
    const { elsewhere, close } = await openElsewhere('kkrpc/bun-bun-stdio', 3000);
    const outcome = await elsewhere.turn(asking(workload, 50)).then(({ wrong }) => wrong, String);
    expect(outcome).toMatch(/got no answer within|expected a text of 1048576 characters/);
    close();
  });
});

describe('a connection', () => {
  const open = (own: Opening): Promise<Connection<PeerOperations>> =>
    openerOf(armOf('kkrpc/node-node-stdio'))(own);

  it('rejects what is pending when it is closed, and what comes later', async () => {
    const connection = await open(openingOf());
    const { operations } = connection;
    const pending = operations.echo(1);
    connection.close();
    await expect(pending).rejects.toThrow('the connection is closed');
    await expect(operations.echo(2)).rejects.toThrow('the connection is closed');
  });

  it.each([...threeWays, ...ofKkrpc2])(
    'of %s passes on what was refused, says how it was lost, and rejects what was asked of it',
    async (id) => {
      const own = openingOf();
      const connection = await openerOf(armOf(id))(own);
      const { operations } = connection;
      const refused = 'got -1, expected a whole number from 0 to 1048576';
      await expect(operations.download(-1)).rejects.toThrow(refused);
      const [server = 0] = await childrenOf(process.pid, /processes\/serve\.ts/);
      // A process that is stopped answers nothing.
      process.kill(server, 'SIGSTOP');
      const pending = operations.echo(1);
      pending.catch(() => undefined);
      process.kill(server, 'SIGKILL');
      expect(await own.lost).toMatch(/^the (socket closed with code|other process ended with sig)/);
      await expect(pending).rejects.toThrow();
      await expect(operations.echo(2)).rejects.toThrow();
      connection.close();
    },
  );

  it('is lost with the process that calls, and the next has another', async () => {
    const { lost, close } = await openElsewhere('kkrpc/node-node-stdio');
    const [agent = 0] = await childrenOf(process.pid, /bin\/node .*processes\/agent\.ts/);
    process.kill(agent, 'SIGKILL');
    expect(await lost).toMatch(/^the client’s process ended with signal SIGKILL/);
    close();
    expect(await ask('kkrpc/node-node-stdio', ['echo'])).toEqual(right(['echo']));
  });
});

it('is told with its last words that a process came to nothing', async () => {
  const module = join(folder, 'peers.mjs');
  const serve = "() => { throw new Error('no pigeons') }";
  writeFileSync(module, `export const open = () => {};\nexport const serve = ${serve};`);
  const opening = openerOf({ ...armOf('json-lines/node-node-stdio'), module })(openingOf());
  await expect(opening).rejects.toThrow(/^the other process ended with code 1: .*no pigeons/s);
});

it('measures whatever is printed by a file that Node loads first', async () => {
  const preload = join(folder, 'preload.cjs');
  writeFileSync(
    preload,
    'console.log(\'hello\'); process.stdout.write(\'{"connection":1,"id":1}\\nhalf a line\');',
  );
  vi.stubEnv('NODE_OPTIONS', `--require ${preload}`);
  const own = new Processes(() => () => undefined);
  onTestFinished(() => own.close());
  for (const id of threeWays) {
    const { elsewhere } = await own.open(armOf(id), openingOf());
    const turn = await elsewhere?.turn(asking('echo', 2));
    expect([id, turn?.wrong, turn?.timed.samplesUs.length]).toEqual([id, undefined, 2]);
  }
});

it('refuses a world that reaches no processes', async () => {
  const open = await studyArmOf(armOf('kkrpc/node-node-stdio')).load();
  const opening = open({ ...openingOf(), processes: undefined });
  await expect(opening).rejects.toThrow('got no processes to open it by, expected those');
});

it('leaves nobody behind when it is closed', async () => {
  const own = new Processes(() => () => undefined);
  const connection = await own.open(armOf('kkrpc/node-bun-stdio'), openingOf());
  const left = await childrenOf(process.pid, /serve\.ts kkrpc stdio/);
  expect(left.length).toBeGreaterThan(0);
  await own.close();
  expect(await childrenOf(process.pid, /serve\.ts kkrpc stdio/)).toEqual([]);
  connection.close();
});
