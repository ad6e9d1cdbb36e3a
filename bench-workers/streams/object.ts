import type { Env } from '../env.ts';
import { others } from '../guard/thread.ts';
import { closeCodes } from '../limits.ts';
import type { StreamServing, SystemServer } from '../probes/server.ts';
import { SystemsObject } from '../systems-object.ts';
import { findStreamArm } from '../../src/places/streams/list.ts';
import { StreamService } from './service.ts';

/** One object of the study of streams: each arm hands the same items on, in its own way. */
export class StreamsObject extends SystemsObject<StreamServing> {
  protected override readonly serving: StreamServing;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const streams = new StreamService({
      pay: (messages) => this.pay('stream', messages, 0),
      others,
      expect: (messages) => (this.prepaid += messages),
      end: (reason) => this.closeAll(closeCodes.tryLater, reason),
    });
    this.serving = { streams, ...this.connections };
  }

  protected override async load(arm: string): Promise<SystemServer<StreamServing>> {
    const { system } = findStreamArm(arm);
    const { streamServer } = (await import(`../../src/systems/${system}/streams.ts`)) as {
      streamServer: SystemServer<StreamServing>;
    };
    return streamServer;
  }
}
