/** Started as `node serve.ts grpc-js 50051`: a system that serves in Node, on that port, until its stdin ends. */
import { argv, exit, stdin } from 'node:process';

const [, , system = '', port = ''] = argv;
stdin.on('end', () => exit()).resume();
const { serve } = (await import(`../../../libraries/systems/${system}/grpc.ts`)) as {
  serve: (host: string, port: number) => unknown;
};
await serve('127.0.0.1', Number(port));
