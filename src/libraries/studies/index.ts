import { type Study } from '../../core/plan/index.ts';
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
export const studies: readonly AnyStudy[] = [
  listed(lumenizeVsCapnweb),
  listed(callDelay),
  listed(kkrpcTransports),
  listed(pageToWorker),
  listed(grpcGoVsLisp),
  listed(streams),
];

function listed<Operations>(study: Study<Operations>): AnyStudy {
  return withOutsideLibraries(study as unknown as AnyStudy, outsideLibraries);
}

/** @throws RangeError naming the studies there are. */
export const findStudy = (id: string): AnyStudy => findIn('study', studies, id);
