/**
 * Started as `<runtime> caller.ts <server’s runtime> <system>-<transport>`: a caller with a server of
 * its own. Says the server’s process id in a line, so that whoever ends this one can end both, and then
 * what their memory was, as JSON.
 */
import type { Meter } from '../../../harness/plan/index.ts';
import { Child } from '../child.ts';
import { clientOf } from '../client-of.ts';
import type { Runtime } from '../names.ts';
import { FULL, takeCourse } from './course.ts';
import { residentSetOf } from './resident.ts';

/** Counting would keep what passes. */
const UNCOUNTED: Meter = { count: () => undefined, opened: () => undefined, lost: () => undefined };

const [, , server, files = '', extent, module] = process.argv;
const { open } = await clientOf(files, module);
const child = new Child(server as Runtime, files, UNCOUNTED, module);
try {
  process.stdout.write(`${child.process.pid}\n`);
  const opened = await child.before(open(child, UNCOUNTED, files));
  const { operations } = opened;
  await child.before(operations.echo(0));
  const { pid = 0 } = child.process;
  const course = takeCourse(
    operations,
    {
      caller: {
        system: () => residentSetOf(process.pid),
        runtime: () => Promise.resolve(process.memoryUsage().rss),
      },
      server: { system: () => residentSetOf(pid), runtime: () => operations.residentSet() },
    },
    { ...FULL, ...(JSON.parse(extent ?? '{}') as object) },
  );
  process.stdout.write(`${JSON.stringify(await child.before(course))}\n`);
  opened.close();
} finally {
  child.close();
}
