import { describe, expect, it } from 'vitest';
import { type BlockRecord, recordSchema } from './record.ts';

const record: BlockRecord = {
  schema: 1,
  kind: 'measured',
  study: 'lumenize-vs-capnweb',
  startedAt: '2026-11-21T10:00:00.000Z',
  seed: 1,
  plan: { rounds: 1, arms: ['a/b', 'twin'], workloads: ['w'], deadlineMs: 10_000, rule: 'fixed' },
  environment: {
    setting: 'workerd',
    origin: 'http://localhost:8788',
    runtime: 'Node 24.21.0',
    clockStepUs: 0.042,
    versions: { capnweb: '0.12.0' },
    accept: { 'a/b': 'in-memory', twin: 'in-memory' },
  },
  blocks: [
    {
      round: 0,
      arm: 'a/b',
      workload: 'w',
      connectUs: 900,
      samplesUs: [200, 210],
      frames: { out: 2, in: 2 },
      bytes: { out: 60, in: 40 },
    },
    {
      round: 0,
      arm: 'twin',
      workload: 'w',
      samplesUs: [],
      frames: { out: 0, in: 0 },
      bytes: { out: 0, in: 0 },
      void: 'connect',
      detail: 'the connect: refused',
    },
  ],
};

describe('the record schema', () => {
  it('accepts a record and gives it back unchanged', () => {
    expect(recordSchema.parse(JSON.parse(JSON.stringify(record)))).toEqual(record);
    const network = { roundTripMs: 25, jitterMs: 0 };
    const delayed = { ...record, environment: { ...record.environment, network } };
    expect(recordSchema.parse(JSON.parse(JSON.stringify(delayed)))).toEqual(delayed);
  });

  it.each([
    [{ schema: 3 }, 'schema'],
    [{ kind: 'guessed' }, 'kind'],
    [{ seed: -1 }, 'seed'],
    [{ startedAt: 'yesterday' }, 'startedAt'],
    [{ blocks: [{ ...record.blocks[0], samplesUs: [1.5] }] }, 'samplesUs'],
    [{ blocks: [{ ...record.blocks[0], void: 'slow' }] }, 'void'],
    [{ environment: { ...record.environment, setting: 'my laptop' } }, 'setting'],
    [{ environment: { ...record.environment, network: { roundTripMs: 25 } } }, 'jitterMs'],
    [
      { environment: { ...record.environment, network: { roundTripMs: 0, jitterMs: 0 } } },
      'roundTripMs',
    ],
    [
      {
        environment: { ...record.environment, network: { roundTripMs: 25, jitterMs: 2, loss: 0 } },
      },
      'loss',
    ],
    [{ winner: 'a/b' }, 'winner'],
  ])('refuses %j and names the field', (change, field) => {
    const result = recordSchema.safeParse({ ...record, ...change });
    expect(result.success).toBe(false);
    expect(JSON.stringify(result.error?.issues)).toContain(field);
  });
});
