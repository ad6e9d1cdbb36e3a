/**
 * Started as `<runtime> serve.ts <system>-<transport>`: serves one connection until it is ended. Says on
 * stderr when it is ready to.
 */
import { ProcessService } from './service.ts';

const [, , serving = ''] = process.argv;
if (!/^[a-z]+(-[a-z]+)*$/.test(serving)) {
  throw new RangeError(`serve: got "${serving}", expected a system and a transport: kkrpc-stdio`);
}
const { serve } = (await import(`./servers/${serving}.ts`)) as {
  serve: (service: ProcessService) => void | Promise<void>;
};
await serve(new ProcessService());
process.stderr.write('ready\n');
