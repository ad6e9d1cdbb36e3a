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

/** The client’s class, which has the service’s definition: the proto is loaded with the options of gRPC’s guide. */
function loadRouteGuide(): ServiceClientConstructor {
  const definition = loadSync(PROTO, {
    keepCase: true,
    longs: String,
    enums: String,
    defaults: true,
    oneofs: true,
  });
  const { routeguide } = loadPackageDefinition(definition);
  return (routeguide as GrpcObject)['RouteGuide'] as ServiceClientConstructor;
}

interface Rectangle {
  lo: Place | null;
  hi: Place | null;
}
type Sent = Pick<Note, 'message'> & { location: Place | null };
interface Summary {
  point_count: number;
  feature_count: number;
  distance: number;
  elapsed_time: number;
}

const getFeature: handleUnaryCall<Place, Named> = (call, callback) => {
  callback(null, featureAt(call.request));
};

const listFeatures: handleServerStreamingCall<Rectangle, Named> = (call) => {
  const { lo, hi } = call.request;
  for (const feature of featuresIn(placeOf(lo), placeOf(hi))) call.write(feature);
  call.end();
};

const recordRoute: handleClientStreamingCall<Place, Summary> = (call, callback) => {
  const route = new Route();
  call.on('data', (place: Place) => route.add(place));
  call.on('end', () => {
    const { points, features, metres, seconds } = route.summary;
    callback(null, {
      point_count: points,
      feature_count: features,
      distance: metres,
      elapsed_time: seconds,
    });
  });
};

const routeChat: handleBidiStreamingCall<Sent, Note> = (call) => {
  call.on('data', ({ location, message }: Sent) => {
    for (const note of withNote({ location: placeOf(location), message })) call.write(note);
  });
  call.on('end', () => call.end());
};

/** @returns the port that it listens on */
export function serve(host: string, port: number): Promise<number> {
  const server = new Server();
  server.addService(loadRouteGuide().service, {
    getFeature,
    listFeatures,
    recordRoute,
    routeChat,
  });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
    error === null ? resolve(bound) : reject(error),
  );
  return promise;
}
