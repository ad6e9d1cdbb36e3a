/**
 * Started as `<runtime> memory-caller.ts <arm> <extent>`, both as JSON: a caller with a server of its own.
 * Says the server’s process id in a line, so that whoever ends this one can end both, and then the memory
 * of both, as JSON.
 */
import type { Meter } from '../../harness/plan/index.ts';
import { residentSetOf } from './child.ts';
import { type Extent, FULL, measureMemory } from './memory.ts';
import { type SidesOf, ServedProcess, transportOf } from './transport.ts';

/** Counting would keep what passes. */
const UNCOUNTED: Meter = { count: () => undefined, opened: () => undefined, lost: () => undefined };

const [arm, extent] = process.argv.slice(2).map((text) => JSON.parse(text) as unknown) as [
  SidesOf,
  Partial<Extent>,
];
const transport = await transportOf(arm);
if ('openWithin' in transport) throw new Error(`got ${arm.transport}, expected two processes`);
const server = new ServedProcess(arm, transport, UNCOUNTED);
try {
  const { pid = 0 } = server;
  process.stdout.write(`${pid}\n`);
  const side = await server.before(transport.open(server, UNCOUNTED));
  const { operations } = side;
  await server.before(operations.echo(0));
  const result = measureMemory(
    operations,
    {
      caller: {
        system: () => residentSetOf(process.pid),
        runtime: () => Promise.resolve(process.memoryUsage().rss),
      },
      server: { system: () => residentSetOf(pid), runtime: () => operations.residentSet() },
    },
    { ...FULL, ...extent },
  );
  process.stdout.write(`${JSON.stringify(await server.before(result))}\n`);
  side.close();
} finally {
  void server.close();
}
