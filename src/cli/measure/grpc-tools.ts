/** What a machine has to measure gRPC servers with. */
import type { Measurable, OutsideServer } from '../../grpc/arms.ts';
import { buildGo, type GoProgram } from '../../grpc/run/go.ts';
import type { Generator } from '../../harness/record/index.ts';
import { oneOf } from '../shared/args.ts';
import { readServers } from './servers.ts';

/** What `--generator` takes. */
export const generatorNames = ['go', 'grpc-js'] as const;

export interface GrpcTools {
  /** What calls. */
  generator: Generator;
  /** The programs in Go; undefined where they cannot be built. */
  program: GoProgram | undefined;
  /** Servers that run already. */
  servers: readonly OutsideServer[];
}

/**
 * Reads what `--server` and `--generator` name, and builds the programs in Go.
 *
 * @param say hears what is missing
 * @throws UsageError naming the value got and what was expected; Error where Go is asked for and missing
 */
export async function readGrpcTools(
  given: readonly string[],
  asked: string | undefined,
  say: (text: string) => void,
): Promise<GrpcTools> {
  const servers = readServers(given);
  const wanted = asked === undefined ? undefined : oneOf('--generator', asked, generatorNames);
  const built = await buildGo();
  if ('missing' in built) {
    if (wanted === 'go') throw new Error(`--generator go: ${built.missing}`);
    say(
      `Without Go: ${built.missing}. The load comes from grpc-js, and servers in Go are left out.`,
    );
    return { generator: 'grpc-js', program: undefined, servers };
  }
  return { generator: wanted === 'grpc-js' ? 'grpc-js' : 'grpc-go', program: built, servers };
}

/** The same, as the study asks for it. */
export function measurableOf({ generator, program, servers }: GrpcTools): Measurable {
  return { generator, go: program !== undefined, servers };
}
