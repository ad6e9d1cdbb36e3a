import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack, unpack } from './packed.ts';
import { packedSchema } from './session.ts';

describe('packed numbers', () => {
  it('are base 36 with repeats counted', () => {
    expect(pack([300, 301, 301, 301])).toBe('8c 8d*3');
    expect(unpack('8c 8d*3')).toEqual([300, 301, 301, 301]);
    expect([pack([]), unpack('')]).toEqual(['', []]);
  });

  it('are read as well where older records say what they lie above', () => {
    expect(unpack('=sJAKFfC')).toEqual([300, 310, 305, 331, 302]);
    expect(unpack('+_w7Fyyyy')).toEqual([3000, 3050, 3100, 3150, 3200]);
  });

  it('come back as they went in, whatever they are', () => {
    const few = fc.integer({ min: 0, max: 2 });
    const any = fc.integer({ min: 0, max: 36 ** 10 - 1 });
    fc.assert(
      fc.property(fc.array(fc.oneof(few, any), { maxLength: 300 }), (values) => {
        expect(packedSchema.parse(pack(values))).toEqual(values);
      }),
    );
  });

  it.each([
    '8C',
    '8c,8d',
    ' 8c',
    '8c ',
    '8c  8d',
    '8c*0',
    '8c*',
    '-1',
    '1.5',
    'zzzzzzzzzzz',
    '=',
    '=g',
    '=A!',
    '+_',
    '+_D',
  ])('are not "%s"', (text) => {
    expect(packedSchema.safeParse(text).error?.issues[0]?.message).toBe(
      'expected packed whole numbers, such as "8c 8d*3" in base 36',
    );
  });
});
