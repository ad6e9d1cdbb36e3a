/**
 * Started as `<runtime> serve.ts <system> <transport>`, for a contestant from outside with the path of its
 * module: serves one connection until it is ended. Says on stderr when it is ready to.
 */
import { PeerService } from '../peers/service.ts';
import { transportOf } from './connect.ts';
import { READY } from './names.ts';

const [, , system = '', name = '', module] = process.argv;
const transport = await transportOf({
  ...{ system, transport: name },
  ...(module !== undefined && { module }),
});
await transport.serve(new PeerService());
process.stderr.write(READY);
