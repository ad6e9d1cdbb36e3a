import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { scratchFolder, writeFiles } from '../shared/testing/scratch.ts';
import { lackOf, pickPlans, readPlans } from './plans.ts';
import { planOf } from './testing/made-up.ts';

const folder = scratchFolder(afterAll);
const read = (name: string, ...changes: object[]) => {
  writeFiles(folder, { [name]: stringify(changes.map((each) => ({ ...planOf('one'), ...each }))) });
  return readPlans(join(folder, name));
};

describe('a file of plans', () => {
  it('is read, with what is usual filled in', async () => {
    const [plan] = await read('usual', { launches: undefined, place: undefined });
    expect(plan).toEqual(planOf('one'));
  });

  const server = { server: 'mine=127.0.0.1:50051', command: 'mine' };
  it.each<[object, message: string]>([
    [{ study: 'x' }, 'plan one: study: got "x", expected one of lumenize-vs-capnweb'],
    [{ arms: ['capnweb/in-memory', 'x'] }, 'arm: got "x", expected one of raw-websocket/in-memory'],
    [{ workloads: ['x'] }, 'workload: got "x", expected one of increment'],
    [{ client: 'bun' }, 'expected one of "node"|"chromium"|"processes", got "bun"'],
    [{ client: 'processes' }, 'client: got "processes", expected node or chromium of lumenize'],
    [{ reference: 'trpc/http' }, 'expected one of its arms, got "trpc/http"'],
    [{ launches: 5 }, 'got 5'],
    [{ arms: 'abcdefghi'.split('') }, 'got 9 configurations, expected at most 8'],
    [{ workloads: ['a', 'b', 'c', 'd'] }, 'got 4 operations, expected at most 3'],
    [{ arms: ['capnweb/in-memory', 'capnweb/in-memory'] }, 'expected each of the configurations'],
    [{ seeds: 1 }, 'Unrecognized key: "seeds"'],
    [{ setting: 'wrangler-dev', client: 'chromium' }, 'setting: got "wrangler-dev" with chromium'],
    [{ servers: [server] }, 'servers: got 1, expected none but with grpc-go-vs-lisp'],
  ])('with %j is refused by name', async (change, message) => {
    await expect(read('wrong', change)).rejects.toThrow(message);
    await expect(read('wrong', change)).rejects.toThrow('plan one: ');
  });

  it('has each plan once, and names those there are', async () => {
    await expect(read('twice', {}, {})).rejects.toThrow('got the plan one twice');
    const plans = [planOf('one'), planOf('two')];
    expect(pickPlans(plans, 'two')).toEqual([plans[1]]);
    expect(() => pickPlans(plans, 'two,x')).toThrow('--only: got "x", expected one of one, two');
  });

  it('skips what this machine lacks, with the reason', async () => {
    const plans = await readPlans('content/plans.yaml');
    expect(new Set(plans.map(({ study }) => study)).size).toBe(6);
    const clgrpc = plans.find(({ servers }) => servers.length > 0);
    const missing = clgrpc?.servers.map((each) => ({ ...each, command: 'A=b no-such-program x' }));
    const plan = { ...planOf('one'), servers: missing ?? [] };
    expect(await lackOf(plan, folder)).toBe('There is no program no-such-program.');
    const outside = { ...planOf('one'), outside: ['nowhere'] };
    expect(await lackOf(outside, folder)).toBe('There is no folder nowhere.');
    expect(await lackOf(planOf('one'), folder)).toBeUndefined();
  });
});
