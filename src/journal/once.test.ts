import { expect, it } from 'vitest';
import { oncePerBuild } from './once.ts';

function counting(keeps: boolean) {
  let made = 0;
  const get = oncePerBuild((key: string) => Promise.resolve(`${key}${++made}`), keeps);
  return get;
}

it('makes a value once for each key of a build', async () => {
  const get = counting(true);
  expect(await Promise.all([get('a'), get('b'), get('a')])).toEqual(['a1', 'b2', 'a1']);
});

it('makes it anew each time where content may change', async () => {
  const get = counting(false);
  expect([await get('a'), await get('a')]).toEqual(['a1', 'a2']);
});

it('does not keep a failure', async () => {
  let tries = 0;
  const get = oncePerBuild(
    () => (++tries === 1 ? Promise.reject(new Error('no')) : Promise.resolve(tries)),
    true,
  );
  await expect(get(undefined)).rejects.toThrow('no');
  expect(await get(undefined)).toBe(2);
});
