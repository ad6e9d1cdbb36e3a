import { expect, it } from 'vitest';
import { reasonOf } from './index.ts';

it.each([
  [new DOMException('Full.', 'QuotaExceededError'), 'storage for this site is full'],
  [new DOMException('Insecure.', 'SecurityError'), 'does not let this site store anything'],
  [new ReferenceError('indexedDB is not defined'), 'does not let this site store anything'],
  [new Error('disk I/O error'), 'the browser says “disk I/O error”'],
])('says in words why nothing can be kept: %s', (error, words) => {
  expect(reasonOf(error)).toContain(words);
});
