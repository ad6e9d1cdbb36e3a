/** The load generator with every server of this project, as a run speaks with it. Its own tests have servers that fail. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { endWithThis } from '../../cli/shared/process-end.ts';
import { noMeter } from '../links/link.ts';
import { AgentProcess } from '../processes/processes.ts';
import { arms } from '../../libraries/studies/grpc-go-vs-lisp/study.ts';
import { kinds, type LoadSpec, type CallTarget } from './arms.ts';
import { buildGo, type GoPrograms } from './run/go.ts';
import { freePort, generatorOf, serverOf, ServerProcess } from './run/processes.ts';

const CLIENTS = 10;
const OPERATIONS = 20;

const one: LoadSpec = { id: 'one', kind: 'unary', clients: 1 };
const specs = [...kinds.map((kind): LoadSpec => ({ id: kind, kind, clients: CLIENTS })), one];

const built = await buildGo();
const why = 'missing' in built ? ` (left out: ${built.missing})` : '';
const startGenerator = () =>
  new AgentProcess(generatorOf(built as GoPrograms, specs), 'the generator', endWithThis);

/** Has a generator open a connection, whose deadline is in ms. */
async function openBy({ client }: AgentProcess, target: CallTarget, deadlineMs = 20_000) {
  const opening = { object: 'an id', meter: noMeter, deadlineMs };
  const connection = await client.open('an arm', opening, target);
  const { elsewhere } = connection;
  if (elsewhere === undefined) throw new Error('got turns to be taken here, expected elsewhere');
  return { ...elsewhere, close: () => connection.close() };
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

describe.skipIf(why !== '')(`the load generator${why}`, () => {
  let generator: AgentProcess;
  beforeAll(() => {
    generator = startGenerator();
  });
  afterAll(() => generator.close());

  it.each(arms)('makes every kind of call to $id', async ({ protocol, server }) => {
    if ('address' in server) throw new Error('expected a server of this project');
    const port = await freePort();
    const command = serverOf(server, built as GoPrograms, port);
    const process = new ServerProcess(command, 'the server', port, endWithThis);
    onTestFinished(() => process.close());
    const connection = await openBy(generator, { protocol, address: await process.address });
    for (const { id, clients } of specs) {
      await connection.prepare(id);
      const asked = { workload: id, first: 0, leadIn: 1, operations: OPERATIONS, together: false };
      const { timed, wrong } = await connection.turn(asked);
      const { samplesUs, totalUs, frames, bytes, readings } = timed;
      expect([wrong, samplesUs.length], id).toEqual([undefined, OPERATIONS]);
      for (const sampleUs of samplesUs) expect(sampleUs).toBeGreaterThan(0);
      expect(totalUs === undefined).toBe(clients === 1);
      if (totalUs !== undefined) {
        // Each client makes one call at a time. A sample is rounded by half a microsecond.
        expect(totalUs).toBeGreaterThanOrEqual(Math.max(...samplesUs) - 1);
        expect(CLIENTS * totalUs).toBeGreaterThanOrEqual(sum(samplesUs) - OPERATIONS);
      }
      expect(Math.min(frames.out, frames.in)).toBeGreaterThanOrEqual(OPERATIONS);
      expect(Math.min(bytes.out, bytes.in)).toBeGreaterThan(OPERATIONS);
      expect(readings?.['generator/processor/percent']).toBeLessThanOrEqual(101);
    }
    expect(await connection.check(one.id, OPERATIONS)).toBeUndefined();
    connection.close();
  });

  it('ends when its stdin does, with calls under way too', async () => {
    const hole = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(hole, 'listening');
    onTestFinished(() => void hole.close());
    const address = `127.0.0.1:${(hole.address() as AddressInfo).port}`;
    const other = startGenerator();
    const opening = openBy(other, { protocol: 'grpc', address }, 60_000);
    opening.catch(() => undefined);
    other.process.stdin.end();
    expect(await other.ended).toBe('the generator ended with code 0');
    await expect(opening).rejects.toThrow('the generator ended');
  });
});
