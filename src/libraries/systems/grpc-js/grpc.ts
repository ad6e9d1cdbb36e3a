/** RouteGuide by @grpc/grpc-js, as its documentation has a server written. */
import {
  type GrpcObject,
  type handleBidiStreamingCall,
  type handleClientStreamingCall,
  type handleServerStreamingCall,
  type handleUnaryCall,
  loadPackageDefinition,
  Server,
  ServerCredentials,
  type ServiceClientConstructor,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import * as guide from '../../../wire/grpc/servers/service.ts';

/** The client’s class, which has the service’s definition. */
function loadRouteGuide(): ServiceClientConstructor {
  const options = { longs: String, enums: String, defaults: true, oneofs: true };
  const { routeguide } = loadPackageDefinition(loadSync(guide.PROTO, options));
  return (routeguide as GrpcObject)['RouteGuide'] as ServiceClientConstructor;
}

const getFeature: handleUnaryCall<guide.Place, guide.Named> = (call, callback) => {
  callback(null, guide.featureAt(call.request));
};

const listFeatures: handleServerStreamingCall<guide.Rectangle, guide.Named> = (call) => {
  for (const feature of guide.featuresIn(call.request)) call.write(feature);
  call.end();
};

const recordRoute: handleClientStreamingCall<guide.Place, guide.Summary> = (call, callback) => {
  const route = new guide.Route();
  call.on('data', (place: guide.Place) => route.add(place));
  call.on('end', () => callback(null, route.summary));
};

const routeChat: handleBidiStreamingCall<guide.Note, guide.Note> = (call) => {
  call.on('data', (sent: guide.Note) => {
    for (const note of guide.withNote(sent)) call.write(note);
  });
  call.on('end', () => call.end());
};

export function serve(host: string, port: number): Promise<number> {
  const server = new Server();
  server.addService(loadRouteGuide().service, { getFeature, listFeatures, recordRoute, routeChat });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
    error === null ? resolve(bound) : reject(error),
  );
  return promise;
}
