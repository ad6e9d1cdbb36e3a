import { describe, expect, it, vi } from 'vitest';
import { oncePerFrozen } from './cells.ts';

describe('oncePerFrozen', () => {
  const made = () => vi.fn(({ length }: readonly number[]) => [length]);

  it('gives of what is frozen the same again', () => {
    const make = made();
    const once = oncePerFrozen(make);
    const frozen = Object.freeze([1, 2]);
    expect(once(frozen)).toEqual([2]);
    expect(once(frozen)).toBe(once(frozen));
    expect(make).toHaveBeenCalledTimes(1);
    expect(once(Object.freeze([1, 2]))).not.toBe(once(frozen));
  });

  it('makes it anew of what may change', () => {
    const once = oncePerFrozen(made());
    const growing = [1];
    expect(once(growing)).toEqual([1]);
    growing.push(2);
    expect(once(growing)).toEqual([2]);
  });
});
