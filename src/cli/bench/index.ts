/** `npm run bench -- <subcommand>`: the instrument itself, what it costs and how often it is right. */
import { runCommand, UsageError } from '../shared/args.ts';

/** To add one: a file that exports `run`, and a line here. */
const subcommands: ReadonlyArray<{
  name: string;
  about: string;
  load: () => Promise<{ run: (argv: readonly string[]) => Promise<void> }>;
}> = [
  {
    name: 'harness',
    about: 'what the harness adds to a call, as a ratio to a bare loop',
    load: () => import('./harness.ts'),
  },
  {
    name: 'statistics',
    about: 'how long the verdicts take in Chromium, and how that grows with the samples',
    load: () => import('./statistics.ts'),
  },
  {
    name: 'calibrate',
    about: 'how often the statistics are right on simulated runs',
    load: () => import('./calibrate.ts'),
  },
  {
    name: 'build',
    about: 'what a build takes and pages weigh with 10, 100 and 1,000 entries more',
    load: () => import('./build.ts'),
  },
];

const [name, ...argv] = process.argv.slice(2);
const chosen = subcommands.find((each) => each.name === name);
if (chosen !== undefined) await (await chosen.load()).run(argv);
else {
  const width = Math.max(...subcommands.map((each) => each.name.length));
  const list = subcommands.map((each) => `  ${each.name.padEnd(width)}  ${each.about}`);
  const command = {
    usage: ['npm run bench -- <subcommand> [flags]', 'npm run bench -- <subcommand> --help'],
    about: ['Measures the instrument itself:', ...list].join('\n'),
    flags: {},
    positionals: true,
  } as const;
  await runCommand(command, async ({ positionals: [got] }) => {
    const known = subcommands.map((each) => each.name).join(', ');
    const what = got === undefined ? 'none' : `"${got}"`;
    throw new UsageError(`subcommand: got ${what}, expected one of ${known}`);
  });
}
