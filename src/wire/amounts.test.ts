import { expect, it } from 'vitest';
import { dayOf, endOfDay, expectAmounts, networkOf, remember } from './amounts.ts';

it('counts by the network of an address', () => {
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(networkOf('2001:DB8::1')).toBe(networkOf('2001:db8:0:0:ffff:1:2:3'));
  expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8::1'));
  expect(networkOf('1::4:5:6:7:8')).toBe('1:0:0:4');
  for (const name of ['', 'beside-1', 'a:b']) expect(networkOf(name)).toBe(name);
});

it('knows the day of a moment, and its end', () => {
  const noon = Date.UTC(2026, 10, 22, 12);
  expect([dayOf(noon), endOfDay(noon)]).toEqual(['2026-11-22', Date.UTC(2026, 10, 23)]);
});

it.each([-1, 0.5, NaN, Infinity, '1', null])('lets nobody take %j', (messages) => {
  expect(() => expectAmounts({ rows: 0, messages })).toThrow(/^messages: got .*, expected a whole/);
});

it('remembers 10,000, and forgets the oldest', () => {
  const memory = new Map<string, number>();
  for (let at = 0; at <= 10_000; at += 1) remember(memory, String(at), at);
  expect([memory.size, memory.has('0'), memory.has('1')]).toEqual([10_000, false, true]);
});
