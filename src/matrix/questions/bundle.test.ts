import { expect, it } from 'vitest';
import { probed } from '../../libraries/systems/lumenize/questions.ts';
import { weigh } from './bundle.ts';

it('Lumenize’s client is no more than 6 kB, minified and gzipped', async () => {
  const { gzip, packages } = await weigh(probed.code);
  expect(gzip).toBeLessThanOrEqual(6000);
  expect(packages).toEqual(['@lumenize/structured-clone']);
});
