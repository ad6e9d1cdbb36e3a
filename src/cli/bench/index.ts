/** `npm run bench -- <subcommand>`: the instrument itself, what it costs and how often it is right. */
import { runCommand, UsageError } from '../shared/args.ts';

/** To add one: a file of this name that exports `run`, and a line here. */
const subcommands = {
  harness: 'what the harness adds to a call, as a ratio to a bare loop',
  generator: 'what the load generator of the gRPC study costs, reaches at most, and has in memory',
  statistics: 'how long the verdicts take in Chromium, and how that grows with the samples',
  calibrate: 'how often the statistics are right on simulated runs',
  guard: 'what the limits of the bench cost an honest call, as a ratio to a bench without',
  fuzz: 'frames that no client sends to every arm, among visitors whose counters must stay right',
  build: 'what a build takes and pages weigh with 10, 100 and 1,000 entries more',
  network: 'what the delaying proxy of measure --network really adds to a round trip',
  load: 'what many visitors at once get, and what one who opens thousands of sockets does to them',
  pages: 'how Lighthouse judges a page of each kind, what it weighs, how it answers in a run',
  nightly: 'whether a deployed bench still answers, and whether its reference is like itself',
  weekly: 'what became faster or slower between processes since the version that is out',
  screenshots: 'a page of each kind in pictures: three widths, light and dark, each state',
};

const [name = '', ...argv] = process.argv.slice(2);
if (Object.hasOwn(subcommands, name)) {
  const module = (await import(`./${name}.ts`)) as { run(argv: readonly string[]): Promise<void> };
  await module.run(argv);
} else {
  const width = Math.max(...Object.keys(subcommands).map((each) => each.length));
  const list = Object.entries(subcommands).map(
    ([each, about]) => `  ${each.padEnd(width)}  ${about}`,
  );
  const command = {
    usage: ['npm run bench -- <subcommand> [flags]', 'npm run bench -- <subcommand> --help'],
    about: ['Measures the instrument itself:', ...list].join('\n'),
    flags: {},
    positionals: true,
  } as const;
  await runCommand(command, async ({ positionals: [got] }) => {
    const known = Object.keys(subcommands).join(', ');
    const what = got === undefined ? 'none' : `"${got}"`;
    throw new UsageError(`subcommand: got ${what}, expected one of ${known}`);
  });
}
