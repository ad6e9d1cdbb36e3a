import type { Connections, SystemServer } from '../probes/server.ts';
import type { StreamService } from './service.ts';

/** What a system’s server half may use of the object whose streams it hands on. */
export interface StreamServing extends Connections {
  streams: StreamService;
}

/** How a system hands streams on: what its `streams.ts` exports as `streamServer`. */
export type StreamServer = SystemServer<StreamServing>;
