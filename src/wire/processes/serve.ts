/**
 * Started as `<runtime> serve.ts <system> <transport>`, for a contestant from outside with the path of its
 * module: serves one connection until it is ended, and says when it begins to.
 */
import { Console } from 'node:console';
import { PeerService } from '../peers/service.ts';
import { loadProcessSystem, readyLine } from './connect.ts';

// A library may print what it does not understand, and its calls may pass over stdout.
globalThis.console = new Console(process.stderr, process.stderr);

const [, , system = '', transport = '', module] = process.argv;
const { serve } = await loadProcessSystem(system, module);
process.stdout.write(readyLine((await serve(new PeerService(), transport)) ?? ''));
