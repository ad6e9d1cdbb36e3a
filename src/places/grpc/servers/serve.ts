/**
 * Started as `node serve.ts grpc-js`, or with the name of another file here that serves and its flags:
 * listens on any free port of 127.0.0.1, says which as a line of JSON on stdout, and ends when its stdin
 * ends.
 */
import { Console } from 'node:console';
import { lineOf } from '../../processes/streams.ts';

const names = ['grpc-js', 'connect', 'proxy'] as const;

const [, , name = '', ...args] = process.argv;
if (!names.some((each) => each === name)) {
  throw new RangeError(`serve: got "${name}", expected one of ${names.join(', ')}`);
}
globalThis.console = new Console(process.stderr, process.stderr);
process.stdin.on('end', () => process.exit()).resume();
const { serve } = (await import(`./${name}.ts`)) as {
  serve: (host: string, args: readonly string[]) => Promise<number>;
};
process.stdout.write(lineOf({ port: await serve('127.0.0.1', args) }));
