/**
 * Started as `<runtime> serve.ts <system> <transport>`, for a contestant from outside with the path of its
 * module: serves one connection until it is ended. Says on stderr when it is ready to.
 */
import { READY } from './names.ts';
import { ProcessService } from './service.ts';
import { transportOf } from './transport.ts';

const [, , system = '', name = '', module] = process.argv;
const transport = await transportOf({
  ...{ system, transport: name },
  ...(module !== undefined && { module }),
});
if ('openWithin' in transport) throw new RangeError(`serve: got ${name}, expected two processes`);
await transport.serve(new ProcessService());
process.stderr.write(READY);
