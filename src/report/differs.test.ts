import { describe, expect, it } from 'vitest';
import { makePlan, type PlanOptions } from '../harness/plan/index.ts';
import { studies } from '../studies/index.ts';
import { differs } from './ending.ts';
import { spaced } from './table.ts';

const [study] = studies as [(typeof studies)[number]];
const origin = 'https://example.org';

/** What is said of a run of this plan against a bench. */
function said(options: Partial<PlanOptions>, bench?: string): string | undefined {
  const plan = makePlan(study, { length: { rule: 'until-decided' }, ...options }, 7, 1);
  const text = differs(study, { plan, environment: { origin } }, bench);
  return text && spaced(text);
}

const own = ['increment', 'get-value', 'mixed'];

describe('differs', () => {
  it('says nothing of the study’s own run', () => {
    expect(said({})).toBeUndefined();
    expect(said({ workloads: own }, origin)).toBeUndefined();
  });

  it.each<[Partial<PlanOptions>, string]>([
    [
      { workloads: [...own, 'echo-2500x8'] },
      'Differs from the study’s own run: the workload “Echo of 2.5 kB, 8 calls at once” besides its own.',
    ],
    [
      { workloads: own.slice(0, 2) },
      'Differs from the study’s own run: without the workload “increment(1) and getValue() in turn”.',
    ],
    [
      { workloads: ['mixed', 'up-0x1', 'down-1000000x2'] },
      'Differs from the study’s own run: the workloads “Upload of 0 B” and “Download of 1 MB, 2 calls at once” instead of “Sequential increment(1)” and “Sequential getValue()”.',
    ],
    [
      {
        arms: [
          'lumenize/in-memory',
          'raw-websocket/hibernating',
          'lumenize/hibernating',
          'kkrpc/json',
        ],
      },
      'Differs from the study’s own run: the arm “kkrpc, JSON” besides its own.',
    ],
    [
      { arms: ['capnweb/in-memory'], length: { rule: 'time', budgetMs: 10_000 } },
      'Differs from the study’s own run: without the arms “Raw WebSocket, hibernating”, “Lumenize protocol (this site’s implementation), hibernating”, and “Lumenize protocol (this site’s implementation), in memory”; 10 s instead of until decided.',
    ],
    [
      { length: { rule: 'fixed', rounds: 40 } },
      'Differs from the study’s own run: 40 rounds instead of until decided.',
    ],
  ])('names what was chosen: %o', (options, text) => {
    expect(said(options)).toBe(text);
  });

  it('names a bench that is another than the site’s', () => {
    expect(said({}, 'http://localhost:8788')).toBe(
      'Differs from the study’s own run: the bench at https://example.org instead of this site’s.',
    );
  });
});
