/**
 * Started as `<runtime> serve.ts <system>-<transport>`, or with the name of an arm and the module of a
 * contestant from outside: serves one connection until it is ended. Says on stderr when it is ready to.
 */
import { pathToFileURL } from 'node:url';
import { READY } from './names.ts';
import { ProcessService } from './service.ts';

type Serve = (service: ProcessService, arm: string) => void | Promise<void>;

const [, , serving = '', module] = process.argv;
if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(serving)) {
  throw new RangeError(`serve: got "${serving}", expected a system and a transport: kkrpc-stdio`);
}
const file = module === undefined ? `./servers/${serving}.ts` : pathToFileURL(module).href;
const { serve } = (await import(file)) as { serve: Serve };
await serve(new ProcessService(), serving);
process.stderr.write(READY);
