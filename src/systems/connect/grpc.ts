/** RouteGuide by Connect for ECMAScript, as its documentation has a server for Node written. */
import { once } from 'node:events';
import { createServer } from 'node:http2';
import { createFileRegistry, fromBinary, type Message } from '@bufbuild/protobuf';
import type { GenMessage, GenService } from '@bufbuild/protobuf/codegenv2';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import type { ConnectRouter } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { loadSync, type MessageTypeDefinition } from '@grpc/proto-loader';
import {
  featureAt,
  featuresIn,
  type Named,
  type Note,
  type Place,
  placeOf,
  PROTO,
  Route,
  withNote,
} from '../../places/grpc/servers/service.ts';

type Sent<Fields> = GenMessage<Message & Fields>;
interface Summary {
  pointCount: number;
  featureCount: number;
  distance: number;
  elapsedTime: number;
}
type RouteGuide = GenService<{
  getFeature: { methodKind: 'unary'; input: Sent<Place>; output: Sent<Named> };
  listFeatures: {
    methodKind: 'server_streaming';
    input: Sent<{ lo?: Place; hi?: Place }>;
    output: Sent<Named>;
  };
  recordRoute: { methodKind: 'client_streaming'; input: Sent<Place>; output: Sent<Summary> };
  routeChat: {
    methodKind: 'bidi_streaming';
    input: Sent<Omit<Note, 'location'> & { location?: Place }>;
    output: Sent<Note>;
  };
}>;

/** The service’s description, read from the proto itself where a generated file would have it. */
function readRouteGuide(): RouteGuide {
  const point = loadSync(PROTO)['routeguide.Point'] as MessageTypeDefinition<object, object>;
  const [bytes = new Uint8Array()] = point.fileDescriptorProtos;
  const file = fromBinary(FileDescriptorProtoSchema, bytes);
  for (const field of file.messageType.flatMap((message) => message.field)) {
    // proto-loader names types without their package, and Connect’s library looks for them with it.
    if (field.typeName !== '') field.typeName = `.${file.package}.${field.typeName}`;
  }
  const registry = createFileRegistry(file, () => undefined);
  return registry.getService('routeguide.RouteGuide') as RouteGuide;
}

const routes = (router: ConnectRouter) =>
  router.service(readRouteGuide(), {
    getFeature: (point) => featureAt(point),
    async *listFeatures({ lo, hi }) {
      yield* featuresIn(placeOf(lo), placeOf(hi));
    },
    async recordRoute(points) {
      const route = new Route();
      for await (const point of points) route.add(point);
      const { points: pointCount, features: featureCount, metres, seconds } = route.summary;
      return { pointCount, featureCount, distance: metres, elapsedTime: seconds };
    },
    async *routeChat(notes) {
      for await (const { location, message } of notes) {
        yield* withNote({ location: placeOf(location), message });
      }
    },
  });

export async function serve(host: string, port: number): Promise<void> {
  const server = createServer(connectNodeAdapter({ routes })).listen(port, host);
  await once(server, 'listening');
}
