/** The flags of `measure`, and what they ask of a run. */
import type { Length } from '../../core/plan/index.ts';
import { studies } from '../../libraries/studies/index.ts';
import { study as grpcStudy } from '../../libraries/studies/grpc-go-vs-lisp/study.ts';
import type { AnyStudy } from '../../libraries/studies/study-types.ts';
import type { OutsideServer } from '../../wire/grpc/arms.ts';
import type { GoPrograms } from '../../wire/grpc/run/go.ts';
import type { Args } from '../shared/args.ts';
import type { BenchPlace } from '../shared/open-bench.ts';
import type { OutsideFolder, OutsidePeers } from './outside/library.ts';

/** Form of the value of `--server`. */
export const serverForm =
  'name=host:port[,redial=<bytes>][,version=<text>][,runtime=<name> <version>][,build=<compiler> <flags>], such as mine=127.0.0.1:50051';

export const measureCommand = {
  usage: [
    'npm run measure -- <study> [flags]',
    'npm run measure -- [study] --system base=../base --system head=. [flags]',
    'npm run measure -- --client-only --system base=../base --system head=../head [flags]',
  ],
  about: `Runs a study from this machine and prints what it found. Studies: ${studies.map(({ id }) => id).join(', ')}.
With two folders that have names, both are measured in alternating turns of one run of 60 s, and it says how many
times the first one’s time the second one takes. Both are checkouts of this project with their packages
installed, or both hold a library. Of two checkouts, it measures the configurations whose code differs, unless --arms names others.
Ctrl-C ends the run and keeps what is complete; a second one ends at once.`,
  positionals: true,
  flags: {
    system: {
      value: '<folder>',
      many: true,
      help: 'measure the library of a folder outside of this project too; with --origin, <folder>=<url> of what serves it; may be given several times. <name>=<folder>, twice: measure two folders against each other. capnweb@0.1.0: measure that release against the one that is installed, or two against each other',
    },
    'client-only': {
      help: 'of two named folders: measure the operations that they bring, and start no server',
    },
    server: {
      value: '<server>',
      many: true,
      help: `${grpcStudy.id}: measure a gRPC server that runs already too, ${serverForm}; may be given several times`,
    },
    origin: {
      value: '<url>',
      help: 'measure the bench that runs there; its setting is asked from /bench/about',
    },
    network: {
      value: '<link>',
      help: 'delay what passes, there and back, by round trip and jitter: 25ms,2ms',
    },
    browser: {
      help: 'drive the page in headless Chromium; with --origin, the page that is served there',
    },
    time: {
      value: '<seconds>',
      help: 'measure so long, 1 to 86400, instead of the usual time, opening included; waiting not counted',
    },
    workloads: {
      value: '<a,b>',
      help: 'these workloads instead of the usual ones, or all; echo-2500x8 is one of 2,500 bytes, 8 calls at once',
    },
    arms: {
      value: '<x,y>',
      help: 'these configurations instead of the usual ones, or all; the plain way, the reference and the A/A control run anyway',
    },
    seed: { value: '<number>', help: 'seed of the order, 0 to 4294967295 (a random one)' },
    'fail-if-slower': {
      value: '<percent>',
      help: 'of two named folders: exit code 1 when a configuration is decided slower and its ratio is above this, such as 5%; 3 when the run could not tell. Closer counts as equal',
    },
    list: { help: 'list the configurations and workloads of the study, and measure nothing' },
    json: { help: 'the result as one JSON document instead of the tables' },
    out: {
      value: '<file>',
      help: 'write the record, which has every sample, to a new file, or to stdout for -; the tables then go to stderr',
    },
  },
} as const;

export type MeasureArgs = Args<typeof measureCommand.flags>;

/** The tools to measure gRPC servers with. */
export interface GrpcTools {
  /** The load generator and the servers in Go. */
  programs: GoPrograms;
  /** Servers that run already. */
  servers: readonly OutsideServer[];
}

export interface MeasureOptions {
  study: AnyStudy;
  workloads: readonly string[] | undefined;
  arms: readonly string[] | undefined;
  /** Id of the arm that ratios are stated against, if a plan names another than the study’s. */
  reference?: string | undefined;
  /** Undefined for the usual time of the study. */
  length: Length | undefined;
  seed: number;
  /** A bench, or none: between processes. */
  where: BenchPlace | 'no bench';
  /** Libraries from outside; their arms are among the study’s. */
  libraries: readonly OutsideFolder[];
  /** The same of a study between processes. */
  peers: readonly OutsidePeers[];
  /** The tools of the study of gRPC servers; undefined of any other. */
  grpc: GrpcTools | undefined;
  browser: boolean;
}
