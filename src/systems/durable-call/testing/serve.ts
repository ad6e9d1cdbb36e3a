/** The objects of worker.ts on workerd itself, which can be killed and started on the same storage. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from '../../../../src/cli/shared/bench.ts';
import { temporaryFolder } from '../../../../src/cli/shared/process-end.ts';
import {
  readWranglerConfig,
  startWorkerd,
  type Workerd,
  workerdConfig,
} from '../../../cli/shared/workerd.ts';

export interface Objects {
  /** Calls a method of an object of a class, and waits for its answer. */
  call: <Value>(
    kind: 'CALLER' | 'CALLEE',
    name: string,
    method: string,
    ...args: unknown[]
  ) => Promise<Value>;
  /** Ends workerd with SIGKILL. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** Ends workerd, and deletes the storage. */
  stop: () => Promise<void>;
}

export async function serveObjects(): Promise<Objects> {
  const root = process.cwd();
  const folder = import.meta.dirname;
  const config = await readWranglerConfig(folder);
  const { path: directory, remove } = await temporaryFolder('roundtrip-durable-call');
  const disk = join(directory, 'disk');
  await mkdir(disk);
  await build(bundleOptions(folder, config.main, join(directory, 'worker.js')));
  const worker = { config, module: 'worker.js', address: 'localhost:0', vars: {}, name: 'objects' };
  const configFile = join(directory, 'config.capnp');
  await writeFile(configFile, workerdConfig(disk, [worker]));
  let workerd: Workerd;
  const start = async () => {
    workerd = await startWorkerd({
      configFile,
      workers: 1,
      root,
      detached: false,
      onSaid: () => undefined,
    });
  };
  await start();
  return {
    async call(kind, name, method, ...args) {
      const body = JSON.stringify(args);
      const address = `http://localhost:${workerd.ports[0]}/${kind}/${name}/${method}`;
      const answer = await fetch(address, { method: 'POST', body });
      const said = (await answer.json()) as { value: never; error?: string };
      if (said.error !== undefined) throw new Error(said.error);
      return said.value;
    },
    async kill() {
      process.kill(workerd.pid as number, 'SIGKILL');
      await workerd.ended;
    },
    start,
    async stop() {
      await workerd.stop();
      await remove();
    },
  };
}
