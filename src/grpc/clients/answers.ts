import { fromBinary } from '@bufbuild/protobuf';
import { FeatureSchema, RouteNoteSchema, RouteSummarySchema } from '../gen/route_guide_pb.ts';
import type { Kind } from '../specs.ts';

/** What of a baseline’s answer is looked at; its messages are bytes. */
export function wordsOf(kind: Kind, answer: readonly unknown[]): string[] {
  const messages = answer as readonly Uint8Array[];
  switch (kind) {
    case 'unary':
    case 'server-streaming':
      return messages.map((message) => fromBinary(FeatureSchema, message).name);
    case 'client-streaming':
      return messages.map((message) => String(fromBinary(RouteSummarySchema, message).pointCount));
    case 'bidirectional':
      return messages.map((message) => fromBinary(RouteNoteSchema, message).message);
  }
}
