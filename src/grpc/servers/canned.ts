/** What the baselines answer without looking: the same bytes as gRPC’s servers, of messages made beforehand. */
import { create, toBinary } from '@bufbuild/protobuf';
import { FeatureSchema, RouteSummarySchema } from '../gen/route_guide_pb.ts';
import { prefixed } from '../prefixed.ts';
import { features } from '../route-guide.ts';
import type { Kind } from '../specs.ts';

const encoded = features.map((feature) =>
  prefixed(toBinary(FeatureSchema, create(FeatureSchema, feature))),
);
const one = encoded[0] as Buffer;
const all = Buffer.concat(encoded);

/** Takes one request’s messages and says what is to be answered to them. */
export class Canned {
  readonly #kind: Kind;
  #messages = 0;

  constructor(kind: Kind) {
    this.#kind = kind;
  }

  /** @returns what is answered to this message at once, if anything is */
  message(message: Buffer): Buffer | undefined {
    this.#messages += 1;
    return this.#kind === 'bidirectional' ? prefixed(message) : undefined;
  }

  /** @returns what is answered once the request has ended, if anything is */
  end(): Buffer | undefined {
    switch (this.#kind) {
      case 'unary':
        return one;
      case 'server-streaming':
        return all;
      case 'client-streaming': {
        const summary = create(RouteSummarySchema, { pointCount: this.#messages });
        return prefixed(toBinary(RouteSummarySchema, summary));
      }
      case 'bidirectional':
        return undefined;
    }
  }
}
