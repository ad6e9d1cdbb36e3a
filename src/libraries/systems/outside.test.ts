import { expect, it } from 'vitest';
import type { Study } from '../../core/plan/index.ts';
import { noMeter, type OutsideLink } from '../../wire/links/link.ts';
import { withOutsideLibraries } from './arms.ts';

const study = {
  id: 'made-up',
  arms: [{ id: 'a/b', label: 'A', system: 'a' }],
  reference: 'a/b',
  subjects: [],
} as unknown as Study<object>;

it('calls an outside library from its own Worker, or from the bench where it has none', async () => {
  const asked: string[] = [];
  const load = () =>
    Promise.resolve({
      open({ arm, origin }: OutsideLink) {
        asked.push(`${arm} ${origin}`);
        return Promise.resolve({ operations: {}, close: () => undefined });
      },
    });
  const served: { at?: string } = {};
  const arms = [{ name: 'x', label: 'X', accept: 'hibernating' as const }];
  const system = { id: 'mine', label: 'Mine', versions: {}, arms };
  const library = { system, origin: () => served.at, load };
  const [, arm] = withOutsideLibraries(study, [library]).arms;
  expect(arm).toMatchObject({ id: 'outside:mine/x', label: 'Mine (from outside)' });
  const opening = { origin: 'http://bench', object: 'o', meter: noMeter, deadlineMs: 1 };
  for (const at of [undefined, 'http://own']) {
    if (at !== undefined) served.at = at;
    const open = await arm?.load();
    await open?.(opening);
  }
  expect(asked).toEqual(['x http://bench', 'x http://own']);
});
