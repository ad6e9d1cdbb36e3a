/** The parts that every command shares: flags by node:util, help, errors that name got and expected. */
import { randomInt } from 'node:crypto';
import { inspect, parseArgs, type ParseArgsConfig, stripVTControlCharacters } from 'node:util';
import { bareOrigin } from '../../wire/bench-client/about.ts';

/** A command line that cannot be carried out as it stands. The message says what was got and what is expected. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Flags as they stand in the help. `value` names what follows a flag, `<number>`; a switch has none. */
export type Flags = Readonly<Record<string, { value?: string; many?: true; help: string }>>;

interface Command<Known extends Flags> {
  /** Ways to call it, one line each, without `Usage:`. */
  usage: readonly string[];
  /** A paragraph on what it does, already broken into lines. */
  about: string;
  flags: Known;
  /** True if it takes names in addition to flags. */
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

/** Exit codes: of a UsageError, and of everything else that goes wrong. */
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
    console.error(printable(sentenceOf(error)));
    if (process.env['ROUNDTRIP_VERBOSE'] === '1') console.error(printable(inspect(error)));
    process.exitCode = error instanceof UsageError ? EXIT_USAGE : EXIT_FAILURE;
  }
}

/** Sentences behind the path, by the codes of the system. */
const sentences: Readonly<Record<string, string>> = {
  ENOENT: 'got no such file or folder, expected one that exists',
  EISDIR: 'got a folder, expected a file',
  ENOTDIR: 'got a file instead of a folder, expected a folder',
  EACCES: 'got no permission, expected a file that this user may use',
  ENOSPC: 'got a full disk, expected room: free some, or choose another folder',
};

/** The message of an error. Codes of the system become sentences that begin with the path. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', path, syscall = '', message } = error as NodeJS.ErrnoException;
  const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined;
  if (sentence === undefined) return message;
  const program = syscall.replace(/^spawn /, '');
  if (program !== syscall && code === 'ENOENT') {
    return `${program}: got no such program, expected it to be installed: npm install may bring it`;
  }
  return `${path ?? syscall}: ${sentence}`;
}

/**
 * Text without control characters: an error may quote a server or another process, and a terminal would
 * obey them. Line feeds and tabs stay.
 */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(
    /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
    '�',
  );
}

/** @throws UsageError naming what was got */
export function readArgs<Known extends Flags>(
  { flags, positionals: takesNames }: Command<Known>,
  argv: readonly string[],
): Args<Known> | 'help' {
  const options: NonNullable<ParseArgsConfig['options']> = {
    help: { type: 'boolean', short: 'h' },
  };
  for (const [name, { value }] of Object.entries(flags)) {
    // Node would silently take the later of two values.
    const text = { type: 'string' as const, multiple: true, default: [] };
    options[name] = value === undefined ? { type: 'boolean', default: false } : text;
  }
  let read: ReturnType<typeof parseArgs>;
  try {
    read = parseArgs({ args: [...argv], options, allowPositionals: takesNames === true });
  } catch (cause) {
    throw new UsageError(unreadable(cause as NodeJS.ErrnoException, flags), { cause });
  }
  const { values, positionals } = read;
  if (values['help'] === true) return 'help';
  const given = Object.entries(flags).map(([name, { many }]) => {
    const got = values[name];
    if (!Array.isArray(got) || many) return [name, got];
    if (got.length > 1) throw new UsageError(`--${name}: got it twice, expected it once`);
    return [name, got[0]];
  });
  return { values: Object.fromEntries(given) as Values<Known>, positionals };
}

/** The sentence instead of Node’s own, which names the flag or the word in quotes. */
function unreadable({ code, message }: NodeJS.ErrnoException, flags: Flags): string {
  const [, quoted = ''] = /'([^']*)'/.exec(message) ?? [];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    return `${quoted}: got a flag that is not known, expected one that --help lists`;
  }
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') {
    return `got "${quoted}", expected nothing but flags that --help lists`;
  }
  const name = /--[\w-]+/.exec(quoted)?.[0] ?? quoted;
  const value = flags[name.replace('--', '')]?.value;
  return `${name}: got ${value === undefined ? 'a value, expected none' : `no value, expected ${value}`}`;
}

/** Says something to people: on stderr, because stdout is for results. */
export function say(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

export function helpOf({ usage, about, flags }: Command<Flags>): string {
  const all: Flags = { ...flags, help: { help: 'this text' } };
  const names = Object.entries(all).map(([name, { value }]) => `--${name} ${value ?? ''}`);
  const width = Math.max(...names.map((name) => name.length));
  const helps = Object.values(all).map(({ help }, at) => `  ${names[at]?.padEnd(width)}  ${help}`);
  const calls = usage.map((call, at) => `${at === 0 ? 'Usage: ' : '       '}${call}`);
  return [...calls, '', about, '', ...helps].join('\n');
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

/** @throws UsageError unless each is known */
export function listOf(what: string, text: string, known: readonly string[]): string[] {
  return text.split(',').map((name) => oneOf(what, name.trim(), known));
}

/** The seed of a run, a random one unless it is given. @throws UsageError unless it is a number of 32 bits */
export function readSeed(text: string | undefined): number {
  return text === undefined ? randomInt(2 ** 32) : wholeNumber('--seed', text, 0, 0xffffffff);
}

/** @throws UsageError unless the text is an origin, which it is returned as */
export function readOrigin(what: string, text: string): string {
  const origin = bareOrigin(text);
  if (origin !== undefined) return origin;
  throw new UsageError(`${what}: got "${text}", expected an origin such as https://example.org`);
}

/** The first name that is listed twice. */
export const twiceIn = (names: readonly string[]): string | undefined =>
  names.find((name, at) => names.indexOf(name) < at);
