import { describe, expect, it } from 'vitest';
import { helpOf, listOf, oneOf, printable, readArgs, UsageError, wholeNumber } from './args.ts';

const command = {
  usage: ['npm run try -- <what> [flags]'],
  about: 'Tries.',
  positionals: true,
  flags: {
    rounds: { value: '<number>', help: 'how often' },
    out: { value: '<file>', help: 'where to' },
    json: { help: 'as JSON' },
  },
  gone: { turns: 'use --rounds' },
} as const;

it('prints of what others say nothing that a terminal would obey', () => {
  const text = 'a\u001b[2J\u001b]0;title\u0007b\u009b31m\r\u0008\u202ec\tü\n–';
  expect(printable(text)).toMatch(/^a[^\p{Cc}\p{Cf}]*b[^\p{Cc}\p{Cf}]*c\tü\n–$/u);
});

describe('readArgs', () => {
  it('reads flags of both kinds and what stands between them', () => {
    expect(readArgs(command, ['a', '--rounds', '5', '--json', 'b', '--out=-'])).toEqual({
      values: { rounds: '5', out: '-', json: true },
      positionals: ['a', 'b'],
    });
    expect(readArgs(command, ['--rounds', '-5', 'a', '--out', '-.5'])).toMatchObject({
      ...{ values: { rounds: '-5', out: '-.5' }, positionals: ['a'] },
    });
    expect(readArgs(command, ['--out', '-'])).toMatchObject({ values: { out: '-', json: false } });
  });

  it.each([[['--help']], [['-h']], [['x', '--rounds', '2', '--help']]])(
    '%j asks for help',
    (argv) => {
      expect(readArgs(command, argv)).toBe('help');
    },
  );

  it.each([
    [['--round', '5'], 'unknown flag --round, expected one of --rounds, --out, --json, --help'],
    [['--turns', '5'], '--turns is gone: use --rounds'],
    [['--constructor'], 'unknown flag --constructor'],
    [['-x'], 'unknown flag -x'],
    [['--json', '--json'], '--json: given twice, expected once'],
    [['--json=yes'], '--json'],
    [['--rounds'], '--rounds'],
    [['--rounds', '--json'], '--rounds: got no value before --json, expected <number>'],
  ])('refuses %j', (argv, message) => {
    expect(() => readArgs(command, argv)).toThrow(UsageError);
    expect(() => readArgs(command, argv)).toThrow(message);
  });

  it('refuses names where a command takes none', () => {
    const flagsOnly = { usage: ['try'], about: 'Tries.', flags: command.flags };
    expect(() => readArgs(flagsOnly, ['a', '--json'])).toThrow('got "a", expected only flags');
  });
});

describe('values', () => {
  it.each([
    [() => wholeNumber('--n', '0', 1, 9), '--n: got "0", expected a whole number from 1 to 9'],
    [() => wholeNumber('--n', '1e0', 1, 9), '--n: got "1e0"'],
    [() => wholeNumber('--n', '', 0, 9), '--n: got ""'],
    [() => oneOf('--s', 'c', ['a', 'b']), '--s: got "c", expected one of a, b'],
    [() => listOf('--l', 'a,', ['a', 'b']), '--l: got "", expected one of a, b'],
  ])('names what was got and expected: %#', (read, message) => {
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
  });

  it('reads what is right', () => {
    expect(wholeNumber('', '9', 1, 9)).toBe(9);
    expect(listOf('', 'b, a', ['a', 'b'])).toEqual(['b', 'a']);
  });
});

describe('helpOf', () => {
  it('names every way to call and every flag', () => {
    const help = helpOf(command);
    expect(help).toContain('Usage: npm run try -- <what> [flags]');
    for (const flag of ['--rounds <number>', '--out <file>', '--json', '--help']) {
      expect(help).toContain(flag);
    }
  });
});
