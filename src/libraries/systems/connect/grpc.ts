/** RouteGuide by Connect for ECMAScript, as its documentation has a server for Node written. */
import { once } from 'node:events';
import { createServer } from 'node:http2';
import { createFileRegistry, fromBinary, type Message } from '@bufbuild/protobuf';
import type { GenMessage, GenService } from '@bufbuild/protobuf/codegenv2';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import type { ConnectRouter } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { loadSync, type MessageTypeDefinition } from '@grpc/proto-loader';
import * as guide from '../../../wire/grpc/servers/service.ts';

/** One of the four methods by its kind, what it is sent and what it answers. */
interface Method<Kind, Input, Output> {
  methodKind: Kind;
  input: GenMessage<Message & Input>;
  output: GenMessage<Message & Output>;
}
type RouteGuide = GenService<{
  getFeature: Method<'unary', guide.Place, guide.Named>;
  listFeatures: Method<'server_streaming', guide.Rectangle, guide.Named>;
  recordRoute: Method<'client_streaming', guide.Place, guide.Summary>;
  routeChat: Method<'bidi_streaming', guide.Note, guide.Note>;
}>;

/** The service’s description, read from the proto instead of a generated file. */
function readRouteGuide(): RouteGuide {
  const point = loadSync(guide.PROTO)['routeguide.Point'] as MessageTypeDefinition<object, object>;
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
    getFeature: (place) => guide.featureAt(place),
    async *listFeatures(rectangle) {
      yield* guide.featuresIn(rectangle);
    },
    async recordRoute(places) {
      const route = new guide.Route();
      for await (const place of places) route.add(place);
      return route.summary;
    },
    async *routeChat(notes) {
      for await (const note of notes) yield* guide.withNote(note);
    },
  });

export async function serve(host: string, port: number): Promise<void> {
  const server = createServer(connectNodeAdapter({ routes })).listen(port, host);
  await once(server, 'listening');
}
