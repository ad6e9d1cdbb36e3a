/** Contestants from outside of this project: folders, and servers by their address. */
import { study as grpcStudy } from '../../studies/grpc-go-vs-lisp/study.ts';
import { type Args, UsageError } from '../shared/args.ts';
import { readGrpcTools } from './grpc-tools.ts';
import { type measureCommand, type Outsiders, readStudy } from './options.ts';
import { readContestants } from './outside/contestant.ts';
import { readPeers } from './outside/peers.ts';

/**
 * Reads what flags name, each only of a study that can measure it.
 *
 * @param root the checkout
 * @throws UsageError or Error naming the value got and what was expected
 */
export async function readOutsiders(
  { values, positionals }: Args<typeof measureCommand.flags>,
  root: string,
): Promise<Outsiders> {
  const { system, server, generator, origin } = values;
  const { id, place } = readStudy(positionals);
  const refuse = (flag: string, given: readonly string[], expected: string) => {
    if (given.length === 0) return;
    const got = `got "${given.join(' ')}" with ${id}`;
    throw new UsageError(`--${flag}: ${got}, expected ${expected}`);
  };
  if (id === grpcStudy.id) {
    refuse('system', system, '--server name=host:port: its servers are called by their addresses');
    return { grpc: await readGrpcTools(server, generator) };
  }
  refuse('server', server, `it with ${grpcStudy.id} alone`);
  refuse('generator', generator === undefined ? [] : [generator], `it with ${grpcStudy.id} alone`);
  return place === 'processes'
    ? { peers: await readPeers(system, root) }
    : { contestants: await readContestants(system, root, origin !== undefined) };
}
