/** `npm test`: the whole suite, or a part of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { EXIT_FAILURE, runCommand, UsageError } from '../shared/args.ts';
import { parts } from './parts.ts';

const names = Object.keys(parts) as (keyof typeof parts)[];

/** Runs a part to its end. @returns whether it passed */
async function passes(name: keyof typeof parts, args: readonly string[]): Promise<boolean> {
  const [file, ...own] = parts[name].command;
  const bin = join(process.cwd(), 'node_modules/.bin');
  const child = spawn(file, [...own, ...args], {
    stdio: 'inherit',
    // As npm has it: what is installed here comes first.
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}

/** Runs the parts one after the other, up to the first that fails. */
async function test(wanted: readonly (keyof typeof parts)[], args: readonly string[]) {
  for (const name of wanted) if (!(await passes(name, args))) return EXIT_FAILURE;
  return 0;
}

export async function run(argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  const [first = '', ...rest] = argv;
  const part = names.find((name) => name === first);
  if (part !== undefined) {
    process.exitCode = await test([part], rest);
    return;
  }
  const command = {
    usage: ['npm test', 'npm test -- <part> [names and flags of vitest or Playwright]'],
    about: `Runs all of the suite, or a part of it:
${names.map((name) => `  ${name}  ${parts[name].about}`).join('\n')}`,
    flags: {},
    positionals: true,
  } as const;
  await runCommand(
    command,
    ({ positionals: [got] }) => {
      if (got === undefined) return test(names, []);
      throw new UsageError(`part: got "${got}", expected one of ${names.join(', ')}`);
    },
    argv,
  );
}

if (import.meta.main) await run();
