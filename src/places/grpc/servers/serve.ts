/**
 * Started as `node serve.ts grpc-js`, with the id of a system that serves in Node: listens on any free
 * port of 127.0.0.1, says which as a line of JSON on stdout, and ends when its stdin ends.
 */
import { Console } from 'node:console';
import { lineOf } from '../../../links/stdio.ts';

const [, , system = ''] = process.argv;
globalThis.console = new Console(process.stderr, process.stderr);
process.stdin.on('end', () => process.exit()).resume();
const { serve } = (await import(`../../../systems/${system}/grpc.ts`)) as {
  serve: (host: string) => Promise<number>;
};
process.stdout.write(lineOf({ port: await serve('127.0.0.1') }));
