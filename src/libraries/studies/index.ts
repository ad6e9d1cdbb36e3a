import { withOutsideLibraries } from '../systems/arms.ts';
import { study as callDelay } from './call-delay/study.ts';
import { study as grpcGoVsLisp } from './grpc-go-vs-lisp/study.ts';
import { study as kkrpcTransports } from './kkrpc-transports/study.ts';
import { study as pageToWorker } from './page-to-worker/study.ts';
import { study as streams } from './streams/study.ts';
import { study as lumenizeVsCapnweb } from './lumenize-vs-capnweb/study.ts';
import { outsideLibraries } from './outside.ts';
import type { AnyStudy } from './study-types.ts';
import { findIn } from '../systems/index.ts';

/** Every study that can be run live, one line each. */
export const studies: readonly AnyStudy[] = (
  [
    lumenizeVsCapnweb,
    callDelay,
    kkrpcTransports,
    pageToWorker,
    grpcGoVsLisp,
    streams,
  ] as unknown as AnyStudy[]
).map((study) => withOutsideLibraries(study, outsideLibraries));

/** @throws RangeError naming the studies there are. */
export const findStudy = (id: string): AnyStudy => findIn('study', studies, id);
