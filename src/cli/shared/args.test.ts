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
} as const;

it('prints of what others say nothing that a terminal would obey', () => {
  const text = 'a\u001b[2J\u001b]0;title\u0007b\u009b31m\r\u0008\u202ec\tü\n–';
  expect(printable(text)).toMatch(/^a[^\p{Cc}\p{Cf}]*b[^\p{Cc}\p{Cf}]*c\tü\n–$/u);
});

describe('readArgs', () => {
  it.each([
    [
      ['a', '--rounds', '5', '--json', 'b', '--out=-'],
      { values: { rounds: '5', out: '-', json: true }, positionals: ['a', 'b'] },
    ],
    [['--out', '-'], { values: { rounds: undefined, out: '-', json: false }, positionals: [] }],
  ])('reads %j', (argv, expected) => expect(readArgs(command, argv)).toEqual(expected));

  it('refuses names where none are taken', () => {
    const { usage, about, flags } = command;
    const message = 'got "a", expected nothing but flags that --help lists';
    expect(() => readArgs({ usage, about, flags }, ['a'])).toThrow(message);
  });

  it.each([[['--help']], [['-h']], [['x', '--rounds', '2', '--help']]])(
    '%j asks for help, which names every flag',
    (argv) => {
      expect(readArgs(command, argv)).toBe('help');
      expect(helpOf(command)).toMatch(
        /^Usage: npm.*\n\nTries\.\n\n {2}--rounds <number> +how often/,
      );
    },
  );

  it.each([
    [['--round', '5'], '--round: got a flag that is not known, expected one that --help lists'],
    [['--rounds', '-5'], '--rounds: got no value, expected <number>'],
    [['--out', 'a', '--out', 'b'], '--out: got it twice, expected it once'],
    [['--rounds'], '--rounds: got no value, expected <number>'],
    [['--out', '--json'], '--out: got no value, expected <file>'],
    [['--json=yes'], '--json: got a value, expected none'],
  ])('refuses %j', (argv, message) => {
    expect(() => readArgs(command, argv)).toThrow(UsageError);
    expect(() => readArgs(command, argv)).toThrow(message);
  });
});

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
