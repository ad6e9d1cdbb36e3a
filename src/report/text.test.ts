import { describe, expect, it } from 'vitest';
import { spaced } from './table.ts';
import { recordFor, shownOf, withoutArm } from './testing/study.ts';
import { resultMarkdown } from './text.ts';

const url = 'https://example.org/studies/one-vs-other/';
const text = spaced(resultMarkdown(shownOf(recordFor(15)), url));

/** Cells of a table's line; an escaped pipe does not end one. */
const cells = (line: string) => line.split(/(?<!\\)\|/).slice(1, -1);

describe('resultMarkdown', () => {
  it('says what it is, how it ended and where it came from', () => {
    expect(text).toMatch(
      /^## One against the other\n\n- From here, .* One 3\.00 .*\n\nDone: about 15 s of measuring \(120 turns in 15 sessions; .*\)\.\n\n/,
    );
    expect(text.endsWith(`Measured in the browser at <${url}>.\n`)).toBe(true);
  });

  it('says what the control found', () => {
    expect(text).toMatch(/^Other against itself: /m);
  });

  it('has a table whose every line has as many cells', () => {
    const lines = text.split('\n').filter((line) => line.startsWith('|'));
    expect(lines).toHaveLength(2 + 4);
    expect(new Set(lines.map((line) => cells(line).length))).toEqual(new Set([11]));
    expect(lines[1]).toBe(`| --- |${' ---: |'.repeat(10)}`);
    expect(lines[3]).toMatch(
      /^\| One \| 3\.0\d+ ms \| .* \| 1\.50× \| .* \| slower \| .* \| 33\d \/s \| 1 \/ 1 \| 1 \| 100 \/ 40 B \|$/,
    );
  });

  it('marks what is derived', () => {
    expect(text).toContain('Operations per second (derived)');
    expect(text).toContain('÷ Other (derived)');
  });

  it('leaves out sections that have nothing to say', () => {
    expect(text).not.toContain('First, the noise');
    expect(text).not.toContain('What is odd');
    expect(text).not.toMatch(/undefined|\n{3}/);
  });

  it('puts the noise and the caution before the numbers', () => {
    const record = recordFor(2);
    const early = resultMarkdown(shownOf(record, { type: 'cancelled' }), url);
    const order = [
      'Stopped after',
      'This one was stopped early',
      'First, the noise: Other',
      '| Arm |',
    ];
    const places = order.map((words) => early.indexOf(words));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it('names the arms that cannot do a workload under its table', () => {
    const made = withoutArm(recordFor(15), 'raw/in-memory', 'It has no types.');
    const lacking = resultMarkdown(shownOf(made), url);
    expect(lacking).toContain('- Raw: cannot do this. It has no types.');
    expect(text).not.toContain('cannot do this');
  });
});
