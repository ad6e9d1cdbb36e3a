/** The tools to measure gRPC servers with: the programs in Go, and servers that run already. */
import type { OutsideServer } from '../../../places/grpc/arms.ts';
import { buildGo, type GoProgram } from '../../../places/grpc/run/go.ts';
import { OUTSIDE_ID } from '../../../harness/record/index.ts';
import { MissingProgram, UsageError } from '../../shared/args.ts';

export const serverForm =
  'name=host:port[,redial=<bytes>][,one-connection][,version=<text>], such as mine=127.0.0.1:50051';

/** Bytes of request messages after which a client may open a new connection. */
const REDIAL = { least: 100, most: 2 ** 31 - 1 } as const;

export interface GrpcTools {
  /** The load generator and the servers in Go. */
  program: GoProgram;
  /** Servers that run already. */
  servers: readonly OutsideServer[];
}

/**
 * Reads what `--server` names, and builds the programs in Go.
 *
 * @throws UsageError naming the value got and what was expected; MissingProgram that says how to get Go
 */
export async function readGrpcTools(given: readonly string[]): Promise<GrpcTools> {
  const servers = readServers(given);
  const program = await buildGo();
  if ('missing' in program) throw new MissingProgram(`${program.missing}.`);
  return { program, servers };
}

/**
 * Reads all that `--server` names.
 *
 * @throws UsageError naming the value got and what was expected, and where two have one name
 */
export function readServers(given: readonly string[]): OutsideServer[] {
  const found = given.map(readServer);
  const names = found.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice === undefined) return found;
  throw new UsageError(`--server: got the name "${twice}" twice, expected it once`);
}

function readServer(given: string): OutsideServer {
  const fail = (got: string, expected: string) =>
    new UsageError(`--server ${given}: got ${got}, expected ${expected}`);
  const [named = '', ...options] = given.split(',');
  const [, name, address] = /^([^=]*)=(.*)$/.exec(named) ?? [];
  if (name === undefined || address === undefined) throw fail(`"${named}"`, serverForm);
  if (!OUTSIDE_ID.test(name)) {
    throw fail(`the name "${name}"`, 'small letters, digits and single hyphens');
  }
  const [, host = '', port = ''] = /^(\[[\da-f:.]+\]|[^:\s]+):(\d+)$/i.exec(address) ?? [];
  if (host === '' || Number(port) < 1 || Number(port) > 65_535) {
    throw fail(`the address "${address}"`, 'host and port, such as 127.0.0.1:50051');
  }
  if (host.toLowerCase() === 'localhost') {
    // The name stands for two addresses, and a client may wait for the one on which nobody listens.
    throw fail(
      'localhost',
      `the address that the server listens on, 127.0.0.1:${port} or [::1]:${port}`,
    );
  }
  const server: OutsideServer = { name, address };
  const seen = new Set<string>();
  for (const option of options) {
    const [, key = '', value] = /^([^=]*)(?:=(.*))?$/.exec(option) ?? [];
    if (seen.has(key)) throw fail(`${key} twice`, 'it once');
    seen.add(key);
    if (key === 'redial') server.redialBytes = redialOf(value, fail);
    else if (key === 'version' && value) server.version = value;
    else if (option === 'one-connection') server.oneConnection = true;
    else throw fail(`"${option}"`, 'redial=<bytes>, one-connection or version=<text>');
  }
  return server;
}

function redialOf(value = '', fail: (got: string, expected: string) => UsageError): number {
  const bytes = Number(value);
  if (/^\d+$/.test(value) && bytes >= REDIAL.least && bytes <= REDIAL.most) return bytes;
  const expected = `a whole number of bytes from ${REDIAL.least} to ${REDIAL.most}`;
  throw fail(`redial=${value}`, expected);
}
