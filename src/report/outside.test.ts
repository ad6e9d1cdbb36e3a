import { expect, it } from 'vitest';
import { madeUpSessions, pairs } from '../harness/testing/fixture.ts';
import { commandOf, notHere, outsideText } from './where.ts';

const ARM = 'outside:pairs/hibernating';
const made = madeUpSessions({ arms: ['a/b', ARM, 'twin'], sessions: 1, turn: () => [1] });
const record = (environment: Partial<typeof made.environment>) => ({
  ...made,
  environment: { ...made.environment, commit: 'abc', outside: [pairs], ...environment },
});

it('tells versions, who served it, and the digest of its files', () => {
  const digest = `SHA-256 of its files ${pairs.digest}`;
  expect(outsideText(pairs)).toBe(
    `Pairs: pairs 1.0.0, other 2.0.0; served beside the others; ${digest}`,
  );
  const elsewhere = { served: 'elsewhere', origin: 'https://p.example' } as const;
  expect(outsideText({ ...pairs, ...elsewhere, versions: {}, changed: true })).toBe(
    `Pairs: no versions told; served by a deployment at https://p.example; ${digest}; its files changed while it was measured`,
  );
});

it('is called by its address where none of its files is here', () => {
  const { id, label, versions } = pairs;
  const server = {
    ...{ id, label, versions, arms: pairs.arms },
    ...{ served: 'elsewhere' as const, origin: '127.0.0.1:50055' },
  };
  expect(outsideText(server)).toBe(
    'Pairs: pairs 1.0.0, other 2.0.0; called by its address, 127.0.0.1:50055',
  );
  const arms = ['as-it-stands', 'redialled'].map((name) => ({ name, label: name }));
  const command = commandOf(record({ generator: 'grpc-go', outside: [{ ...server, arms }] }));
  expect(command).toMatch(/ --server pairs=127\.0\.0\.1:50055,redial=<bytes>$/);
});

it('is repeated by a command with the same plan and seed', () => {
  const plan = `npm run measure -- made-up --workloads calls --arms a/b,${ARM} --rounds 4 --seed 1`;
  expect(commandOf(record({}))).toBe(`${plan} --system <folder of pairs>`);
  const network = { roundTripMs: 25, jitterMs: 2 };
  expect(commandOf(record({ network, userAgent: 'Mozilla/5.0' }))).toBe(
    `${plan} --network 25ms,2ms --browser --system <folder of pairs>`,
  );
  const outside = [{ ...pairs, served: 'elsewhere' as const, origin: 'https://p.example' }];
  expect(commandOf(record({ setting: 'deployed', origin: 'https://b.example', outside }))).toBe(
    `${plan} --origin https://b.example --system <folder of pairs>=https://p.example`,
  );
});

it('is not on the bench of whoever reads of it', () => {
  expect(notHere(['a/b', 'twin'], (id) => id)).toBeUndefined();
  expect(notHere(['a/b', ARM], () => 'Pairs')).toBe(
    'Not on this bench: “Pairs”, measured from a folder outside of this project.',
  );
});
