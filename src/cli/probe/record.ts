import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemIds, type SystemId } from '../../probes/kit/kit.ts';
import { readRecorded, RECORDED, type Recorded } from '../../probes/recorded.ts';
import type { ProbeResult } from '../../probes/run.ts';

/** Packages behind each system; their versions are read where they are installed. */
const packages: { [S in SystemId]: readonly string[] } = {
  lumenize: ['@lumenize/structured-clone'],
  capnweb: ['capnweb'],
  kkrpc: ['kkrpc', 'superjson'],
  'raw-websocket': [],
};

/** The recorded results of a file; undefined where there is no such file. */
export async function recordedIn(file: string): Promise<Recorded | undefined> {
  try {
    return readRecorded(await readFile(file, 'utf8'), file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes results as those of today. */
export async function record(root: string, results: readonly ProbeResult[]): Promise<void> {
  const versions = Object.fromEntries(
    await Promise.all(
      systemIds.map(async (id) => {
        const pairs = packages[id].map(async (name) => [name, await versionOf(root, name)]);
        return [id, Object.fromEntries(await Promise.all(pairs)) as Record<string, string>];
      }),
    ),
  ) as Recorded['versions'];
  const recorded: Recorded = {
    date: new Date().toISOString().slice(0, 10),
    runtimes: [`Node ${process.versions.node}`, `workerd ${await versionOf(root, 'workerd')}`],
    versions,
    results: [...results],
  };
  const file = join(root, RECORDED);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(recorded, undefined, 2)}\n`);
}

async function versionOf(root: string, name: string): Promise<string> {
  const file = join(root, 'node_modules', name, 'package.json');
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}
