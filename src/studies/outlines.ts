/** Every study by its names, those that can be run here and those whose figures are only quoted. */
import type { StudyOutline } from '../harness/study.ts';
import { outline as callDelay } from './call-delay/outline.ts';
import { outline as grpcGoVsLisp } from './grpc-go-vs-lisp/outline.ts';
import { studies } from './index.ts';
import { outline as kkrpcTransports } from './kkrpc-transports/outline.ts';

export const outlines: readonly StudyOutline[] = [
  ...studies,
  callDelay,
  kkrpcTransports,
  grpcGoVsLisp,
];

/** @throws RangeError naming the studies there are. */
export function findOutline(id: string): StudyOutline {
  const found = outlines.find((outline) => outline.id === id);
  if (found === undefined) {
    const known = outlines.map((outline) => outline.id).join(', ');
    throw new RangeError(`study: got "${id}", expected one of ${known}`);
  }
  return found;
}
