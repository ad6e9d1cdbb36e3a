/** The command line of a measurement with the contestants from outside that it names, read. */
import { study as grpcStudy } from '../../../studies/grpc-go-vs-lisp/study.ts';
import type { AnyStudy } from '../../../studies/own-operations.ts';
import { type Args, refuseFlags } from '../../shared/args.ts';
import {
  type measureCommand,
  type MeasureOptions,
  type Outsiders,
  readOptions,
  readStudy,
} from '../options.ts';
import { readContestants } from './contestant.ts';
import { readPeers } from './peers.ts';
import { readGrpcTools } from './servers.ts';

/**
 * @param root the checkout
 * @throws UsageError or Error naming the value got and what was expected
 */
export async function readCommand(
  { values, positionals }: Args<typeof measureCommand.flags>,
  root: string,
): Promise<MeasureOptions> {
  const study = readStudy(positionals);
  return readOptions(values, study, await readOutsiders(values, study, root));
}

/**
 * Reads what flags name, each only of a study that can measure it.
 *
 * @param root the checkout
 * @throws UsageError or Error naming the value got and what was expected
 */
async function readOutsiders(
  values: Args<typeof measureCommand.flags>['values'],
  { id, place }: AnyStudy,
  root: string,
): Promise<Outsiders> {
  const { system, server, generator, origin } = values;
  if (id === grpcStudy.id) {
    const addresses = '--server name=host:port: its servers are called by their addresses';
    refuseFlags(values, ['system'], `with ${id}, expected ${addresses}`);
    return { grpc: await readGrpcTools(server, generator) };
  }
  const why = `with ${id}, expected it with ${grpcStudy.id} alone`;
  refuseFlags(values, ['server', 'generator'], why);
  return place === 'processes'
    ? { peers: await readPeers(system, root) }
    : { contestants: await readContestants(system, root, origin !== undefined) };
}
