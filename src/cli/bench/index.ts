/** `npm run bench -- <subcommand>`: the instrument itself, what it costs and how often it is right. */
import { runCommand, UsageError } from '../shared/args.ts';

interface Subcommand {
  run(argv: readonly string[]): Promise<void>;
}

/** To add one: a file of this name that exports `run`, and a line here. */
const subcommands: Readonly<Record<string, readonly [about: string, () => Promise<Subcommand>]>> = {
  harness: ['what the harness adds to a call, as a ratio', () => import('./harness.ts')],
  calibrate: [
    'how often the statistics are right on simulated runs',
    () => import('./calibrate.ts'),
  ],
};

export async function run(argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  const [name = '', ...rest] = argv;
  const found = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (found !== undefined) {
    const [, load] = found;
    return (await load()).run(rest);
  }
  const width = Math.max(...Object.keys(subcommands).map((each) => each.length));
  const list = Object.entries(subcommands).map(
    ([each, [about]]) => `  ${each.padEnd(width)}  ${about}`,
  );
  await runCommand(
    {
      usage: ['npm run bench -- <subcommand> [flags]', 'npm run bench -- <subcommand> --help'],
      about: ['Measures the instrument itself:', ...list].join('\n'),
      flags: {},
      positionals: true,
    },
    ({ positionals: [got] }) => {
      const known = Object.keys(subcommands).join(', ');
      const what = got === undefined ? 'none' : `"${got}"`;
      throw new UsageError(`subcommand: got ${what}, expected one of ${known}`);
    },
    argv,
  );
}

if (import.meta.main) await run();
