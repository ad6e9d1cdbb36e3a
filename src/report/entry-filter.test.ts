import { describe, expect, it } from 'vitest';
import { passes, readFilter, shownText, writeFilter } from './entry-filter.ts';

const choices = { system: ['capnweb', 'kkrpc'], setting: ['workerd', 'local'] };
const any = { system: '', setting: '' };

describe('a filter', () => {
  it.each([
    ['', any],
    ['?setting=', any],
    ['?system=kkrpc', { ...any, system: 'kkrpc' }],
    ['?setting=local&system=capnweb&run=1', { system: 'capnweb', setting: 'local' }],
  ])('is read from the address %s', (search, filter) => {
    expect(readFilter(search, choices)).toEqual(filter);
  });

  it('names a value that is no choice, and the choices', () => {
    expect(() => readFilter('?system=grpc', choices)).toThrow(
      'system: got "grpc", expected one of capnweb, kkrpc',
    );
  });

  it('is written beside what else the address holds', () => {
    const written = writeFilter('?run=1&system=kkrpc', { ...any, setting: 'local' });
    expect(written).toBe('?run=1&setting=local');
    expect(writeFilter('?system=kkrpc', any)).toBe('');
  });

  it('lets pass what has all that is asked for', () => {
    const item = { system: ['capnweb', 'lumenize'], setting: ['local'] };
    expect(passes(item, any)).toBe(true);
    expect(passes(item, { system: 'capnweb', setting: 'local' })).toBe(true);
    expect(passes(item, { system: 'capnweb', setting: 'workerd' })).toBe(false);
    expect(passes(item, { ...any, system: 'kkrpc' })).toBe(false);
  });

  it('says how many there are', () => {
    expect(shownText(15, 15, 'entries')).toBe('All 15 entries');
    expect(shownText(0, 15, 'entries')).toBe('0 of 15 entries');
  });
});
