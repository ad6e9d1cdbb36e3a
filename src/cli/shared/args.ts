/** The parts that every command shares: flags by node:util, help, errors that name got and expected. */
import { inspect, parseArgs, stripVTControlCharacters } from 'node:util';
import { sentenceOf } from './system-error.ts';

/** A command line that cannot be understood. The message says what was got and what is expected. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** A program that the command needs is not there. The message is the sentence that says how to get it. */
export class MissingProgram extends Error {
  override name = 'MissingProgram';
}

/** Flags as they stand in the help. `value` names what follows a flag, `<number>`; a switch has none. */
export type Flags = Readonly<Record<string, { value?: string; many?: true; help: string }>>;

interface Command<Known extends Flags> {
  /** Ways to call it, one line each, without `Usage:`. */
  usage: readonly string[];
  /** A paragraph on what it does, already broken into lines. */
  about: string;
  flags: Known;
  /** Flags that there are no longer, each with what to use in its place. */
  gone?: Readonly<Record<string, string>>;
  /** Whether it takes names besides flags. */
  positionals?: true;
}

/** A boolean flag that is absent is false; one that may be given several times is a list. */
type Values<Known extends Flags> = {
  [Name in keyof Known]: Known[Name] extends { many: true }
    ? readonly string[]
    : Known[Name] extends { value: string }
      ? string | undefined
      : boolean;
};

export interface Args<Known extends Flags> {
  values: Values<Known>;
  positionals: string[];
}

/** Exit codes: a command line that cannot be carried out as it stands, and everything else that goes wrong. */
const EXIT_USAGE = 2;
export const EXIT_FAILURE = 1;

/**
 * Runs a command and sets the exit code: 2 for a command line that cannot be understood, 1 when
 * `run` throws, otherwise what `run` resolves to. `--help` prints the help and runs nothing.
 */
export async function runCommand<Known extends Flags>(
  command: Command<Known>,
  run: (args: Args<Known>) => Promise<number>,
  argv: readonly string[] = process.argv.slice(2),
): Promise<void> {
  await orReport(async () => {
    const args = readArgs(command, argv);
    if (args !== 'help') return run(args);
    console.log(helpOf(command));
    return 0;
  });
}

/** Sets the exit code to what `run` resolves to, or says why it threw and sets that of a failure. */
export async function orReport(run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run();
  } catch (error) {
    const isUsage = error instanceof UsageError;
    console.error(printable(sentenceOf(error)));
    if (isUsage) console.error('--help tells what is known.');
    else if (process.env['ROUNDTRIP_VERBOSE'] === '1') console.error(printable(inspect(error)));
    const cannotRun = isUsage || error instanceof MissingProgram;
    process.exitCode = cannotRun ? EXIT_USAGE : EXIT_FAILURE;
  }
}

/**
 * Text that does nothing to a terminal but show: an error may quote what a server said, or another
 * process. Line feeds and tabs stay.
 */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(
    /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
    '�',
  );
}

/** @throws UsageError naming the known flags, or the value got and what was expected */
export function readArgs<Known extends Flags>(
  { flags, gone = {}, positionals: takesNames }: Command<Known>,
  argv: readonly string[],
): Args<Known> | 'help' {
  const known: Flags = { ...flags, help: { help: 'this text' } };
  const options = Object.fromEntries(
    Object.entries(known).map(
      ([name, { value }]) => [name, { type: value ? 'string' : 'boolean' } as const] as const,
    ),
  );
  Object.assign(options['help'] as object, { short: 'h' });
  // A loose reading tells what stands where: the strict one would keep the last of two values, and refuse
  // negative numbers.
  const reading = { args: [...argv], options, strict: false, tokens: true } as const;
  const values: Record<string, string | true | string[]> = {};
  const positionals: string[] = [];
  for (const token of parseArgs(reading).tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName } = token;
    const flag = Object.hasOwn(known, name) ? known[name] : undefined;
    if (flag === undefined) {
      if (Object.hasOwn(gone, name)) throw new UsageError(`--${name} is gone: ${gone[name]}`);
      const names = Object.keys(known).map((each) => `--${each}`);
      throw new UsageError(`unknown flag ${rawName}, expected one of ${names.join(', ')}`);
    }
    const before = values[name];
    if (before !== undefined && !flag.many) {
      throw new UsageError(`--${name}: given twice, expected once`);
    }
    if (flag.value === undefined) {
      if (token.value !== undefined) {
        throw new UsageError(`--${name}: got "${token.value}", expected no value`);
      }
      values[name] = true;
      continue;
    }
    const { value } = token;
    if (value === undefined || (!token.inlineValue && /^-(?!\.?\d|$)/.test(value))) {
      const where = value === undefined ? '' : ` before ${value}`;
      throw new UsageError(`--${name}: got no value${where}, expected ${flag.value}`);
    }
    values[name] = flag.many ? [...(Array.isArray(before) ? before : []), value] : value;
  }
  if (values['help'] === true) return 'help';
  if (positionals.length > 0 && !takesNames)
    throw new UsageError(`got "${positionals[0]}", expected only flags`);
  const complete = Object.entries(flags).map(([name, { value, many }]) => {
    const absent = many ? [] : value === undefined ? false : undefined;
    return [name, values[name] ?? absent] as const;
  });
  return { values: Object.fromEntries(complete) as Values<Known>, positionals };
}

/** Says something to people: on stderr, because stdout is for results. */
export function say(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** The text that `--help` prints. */
export function helpOf({ usage, about, flags }: Command<Flags>): string {
  const rows = Object.entries({ ...flags, help: { help: 'this text' } }).map(
    ([name, { value, help }]: [string, Flags[string]]) =>
      [`--${name}${value === undefined ? '' : ` ${value}`}`, help] as const,
  );
  const width = Math.max(...rows.map(([flag]) => flag.length));
  const lines = rows.map(([flag, help]) => `  ${flag.padEnd(width)}  ${help}`);
  const calls = usage.map((call, index) => `${index === 0 ? 'Usage: ' : '       '}${call}`);
  return [...calls, '', about, '', ...lines].join('\n');
}

/**
 * Refuses flags that make no sense as things stand: `--arms: got "x" with --guard, expected none`.
 *
 * @param why ends the sentence behind what was got
 * @throws UsageError for the first of them that is given
 */
export function refuseFlags<Name extends string>(
  values: Readonly<Record<Name, string | boolean | readonly string[] | undefined>>,
  names: readonly Name[],
  why: string,
): void {
  for (const name of names) {
    const value = values[name];
    if (value === undefined || value === false) continue;
    const texts = typeof value === 'object' ? value : [String(value)];
    if (texts.length === 0) continue;
    const got = value === true ? 'it' : `"${texts.join(' ')}"`;
    throw new UsageError(`--${name}: got ${got} ${why}`);
  }
}

/** @throws UsageError unless the text is a whole number in the range */
export function wholeNumber(what: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(`${what}: got "${text}", expected a whole number from ${least} to ${most}`);
}

/** @throws UsageError unless the text is one of those known */
export function oneOf<Known extends string>(
  what: string,
  text: string,
  known: readonly Known[],
): Known {
  const found = known.find((each) => each === text);
  if (found !== undefined) return found;
  throw new UsageError(`${what}: got "${text}", expected one of ${known.join(', ')}`);
}

/** Names separated by commas. @throws UsageError unless each is known */
export function listOf(what: string, text: string, known: readonly string[]): string[] {
  return text.split(',').map((name) => oneOf(what, name.trim(), known));
}
