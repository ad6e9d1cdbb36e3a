import { expect, it } from 'vitest';
import { weigh } from './bundle.ts';

it('Lumenize’s client is no more than 6 kB, minified and gzipped', async () => {
  const { gzip, packages } = await weigh('lumenize');
  expect(gzip).toBeLessThanOrEqual(6000);
  expect(packages).toEqual(['@lumenize/structured-clone']);
});
