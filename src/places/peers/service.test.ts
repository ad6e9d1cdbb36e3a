import { describe, expect, it } from 'vitest';
import { bytesOf, LONGEST, PeerService, textOf } from './service.ts';

describe('the service of the other end', () => {
  it('answers what it is asked, and counts that', () => {
    const service = new PeerService();
    const called: number[] = [];
    expect(service.echo({ a: [1] })).toEqual({ a: [1] });
    expect(
      service.addAll([
        [1, 2],
        [3, 4],
      ]),
    ).toEqual([3, 7]);
    expect(service.upload('four')).toBe(4);
    expect(service.upload(new Uint8Array(5))).toBe(5);
    expect(service.downloadText(40)).toBe(textOf(40));
    expect(service.downloadBytes(300)).toEqual(bytesOf(300));
    expect(service.callBack(3, (index) => called.push(index))).toBe(3);
    expect(called).toEqual([0, 1, 2]);
    expect(service.answered()).toBe(7);
    expect(service.answered()).toBe(7);
  });

  it.each([
    ['addAll', [1], 'addAll: got 1, expected an array of pairs of numbers'],
    ['addAll', [[[1]]], 'addAll: got an object at 0, expected a pair of numbers'],
    ['upload', [1], 'upload: got 1, expected a text or bytes'],
    ['downloadText', [-1], `downloadText: got -1, expected a whole number from 0 to ${LONGEST}`],
    [
      'downloadBytes',
      ['x'],
      `downloadBytes: got "x", expected a whole number from 0 to ${LONGEST}`,
    ],
    ['callBack', [10_001], 'callBack: got 10001, expected a whole number from 0 to 10000'],
    ['callBack', [1, 'x'], 'callBack: got "x", expected a function'],
  ] as const)('%s refuses %j', (name, args, message) => {
    const service = new PeerService();
    const call = () =>
      (service as unknown as Record<string, (...given: unknown[]) => void>)[name]?.(...args);
    expect(call).toThrow(message);
    expect(service.answered()).toBe(0);
  });

  it('names all its methods', () => {
    const own = Object.getOwnPropertyNames(PeerService.prototype).filter(
      (name) => name !== 'constructor',
    );
    expect(new PeerService().methods.toSorted()).toEqual(own.sort());
  });
});
