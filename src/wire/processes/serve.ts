/** Serves one connection, started as `<runtime> serve.ts <system> <transport>`, with the path of a module from outside. */
import { Console } from 'node:console';
import { PeerService } from '../peers/service.ts';
import { loadProcessSystem, readyLine } from './connect.ts';

// Libraries may print, and stdout may carry the calls.
globalThis.console = new Console(process.stderr, process.stderr);

const [, , system = '', transport = '', module] = process.argv;
const { serve } = await loadProcessSystem(system, module);
process.stdout.write(readyLine((await serve(new PeerService(), transport)) ?? ''));
