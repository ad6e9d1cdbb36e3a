import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { draw } from './figure.ts';
import { plan } from './method.ts';

const { document } = parseHTML('<!doctype html><html><body></body></html>');

describe('plan', () => {
  const arms = new Map([
    ['a', { letter: 'A', label: 'First', system: 'lumenize' }],
    ['b', { letter: 'B', label: 'Second', system: 'capnweb' }],
  ]);
  const rounds = [
    ['b', 'a'],
    ['a', 'b'],
  ];
  const sessions = [
    { name: 'First session', rounds },
    { name: 'Second session', rounds: [['a', 'b']] },
  ];
  const data = { arms, width: 340 };

  it('keeps the order of the turns', () => {
    const figure = plan({ ...data, sessions });
    expect(figure.label).toContain(
      'First session, round 1: B, A. First session, round 2: A, B. Second session, round 1: A, B.',
    );
    const texts = [...draw(figure, { document }).querySelectorAll('text')].map(
      (text) => text.textContent,
    );
    expect(texts.filter((text) => text === 'A' || text === 'B').join('')).toBe('BAABAB');
  });

  it('refuses an arm without a letter', () => {
    const unknown = [{ name: 'Session', rounds: [['c']] }];
    expect(() => plan({ ...data, sessions: unknown })).toThrow('got the arm "c"');
  });
});
