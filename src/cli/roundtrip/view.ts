/** `roundtrip view`: serves a record as a page on this machine, until Ctrl-C. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readRecord } from '../../harness/record/index.ts';
import { runCommand, UsageError, wholeNumber } from '../shared/args.ts';
import { catchInterrupt } from '../shared/process-end.ts';
import { pageOf } from './page.ts';

const viewCommand = {
  usage: ['roundtrip view <record.json> [flags]'],
  about:
    'Serves the record as a page at an address of this machine, until Ctrl-C. It opens nothing.',
  positionals: true,
  flags: { port: { value: '<number>', help: 'port to listen on, 0 to 65535 (any that is free)' } },
} as const;

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    viewCommand,
    async ({ values, positionals }) => {
      const [file, ...others] = positionals;
      if (file === undefined || others.length > 0) {
        throw new UsageError(`record: got ${positionals.length} files, expected one`);
      }
      const port = wholeNumber('--port', values.port ?? '0', 0, 65_535);
      const text = await readFile(file, 'utf8').catch((cause: unknown) => {
        throw new UsageError(`record: got ${file}, which cannot be read, expected a file`, {
          cause,
        });
      });
      const record = readRecord(text, file);
      if (record.kind !== 'measured' || record.schema !== 2) {
        const got = `${record.kind}, schema ${record.schema}`;
        throw new UsageError(`${file}: got ${got}, expected measured, schema 2`);
      }
      await serve(pageOf(record), port);
      return 0;
    },
    argv,
  );

/** @throws UsageError where the port is taken */
async function serve(page: string, port: number): Promise<void> {
  const interrupt = catchInterrupt(() => undefined);
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
  });
  try {
    server.listen(port, 'localhost');
    await once(server, 'listening').catch((cause: unknown) => {
      throw new UsageError(`--port: got ${port}, which is taken, expected a free one`, { cause });
    });
    console.log(`http://localhost:${(server.address() as AddressInfo).port}`);
    await once(interrupt.signal, 'abort');
  } finally {
    interrupt.release();
    server.closeAllConnections();
    server.close();
  }
}
