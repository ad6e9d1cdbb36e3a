/**
 * Started as `node serve.ts --to 127.0.0.1:50051 --nodelay false`: a proxy to what listens there. Says
 * its own port as a line of JSON on stdout, and ends when its stdin ends.
 */
import { parseArgs } from 'node:util';
import { lineOf } from '../../peers/processes/lines.ts';
import { listen } from '../servers/listen.ts';
import { proxyTo } from './proxy.ts';

const { values } = parseArgs({ options: { to: { type: 'string' }, nodelay: { type: 'string' } } });
const { to = '', nodelay = '' } = values;
const [, host, port] = /^(.+):(\d+)$/.exec(to) ?? [];
if (host === undefined) throw new RangeError(`--to: got "${to}", expected 127.0.0.1:50051`);
if (nodelay !== 'true' && nodelay !== 'false') {
  throw new RangeError(`--nodelay: got "${nodelay}", expected true or false`);
}
process.stdin.on('end', () => process.exit()).resume();
const proxy = proxyTo({ host, port: Number(port) }, nodelay === 'true');
process.stdout.write(lineOf({ port: await listen(proxy, '127.0.0.1') }));
