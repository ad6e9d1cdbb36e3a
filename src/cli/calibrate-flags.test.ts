import { describe, expect, it } from 'vitest';
import { readArgs, UsageError } from './args.ts';
import { calibrateCommand, readCalibrateOptions } from './calibrate-flags.ts';

function parse(args: readonly string[]) {
  const read = readArgs(calibrateCommand, args);
  return read === 'help' ? read : readCalibrateOptions(read);
}

describe('the flags of calibrate', () => {
  it('has a default for everything', () => {
    expect(parse([])).toEqual({ runs: 2000, seed: 1, json: false });
  });

  it('reads every flag', () => {
    expect(parse(['--runs', '10', '--seed=4294967295', '--json'])).toEqual({
      runs: 10,
      seed: 4294967295,
      json: true,
    });
  });

  it.each([
    [['--run', '5'], 'unknown flag --run; the nearest known one is --runs'],
    [['--jsno'], 'unknown flag --jsno; the nearest known one is --json'],
    [['--sed=3'], 'unknown flag --sed; the nearest known one is --seed'],
    [['-x'], 'unknown flag -x'],
    [['fast'], 'got "fast", expected only flags'],
    [['--runs', '0'], '--runs: got "0", expected a whole number from 1 to 1000000'],
    [['--seed', '1.5'], '--seed: got "1.5"'],
    [['--seed', '4294967296'], '--seed: got "4294967296"'],
    [['--runs'], '--runs'],
    [['--json=yes'], '--json'],
  ])('refuses %j', (args, message) => {
    expect(() => parse(args)).toThrow(UsageError);
    expect(() => parse(args)).toThrow(message);
  });
});
