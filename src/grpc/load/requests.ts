import {
  freshNotes,
  getFeature,
  listFeatures,
  paddedRoute,
  recordRoute,
  type Request,
} from '../clients/request.ts';
import type { LoadSpec } from '../specs.ts';

/** Makes what the operations of a load ask: another one each time where notes need fresh places. */
export function requestsOf({ kind, bytes }: LoadSpec): () => Request {
  switch (kind) {
    case 'unary':
      return () => getFeature;
    case 'server-streaming':
      return () => listFeatures;
    case 'client-streaming': {
      const route = bytes === undefined ? recordRoute : paddedRoute(bytes);
      return () => route;
    }
    case 'bidirectional':
      return freshNotes;
  }
}
