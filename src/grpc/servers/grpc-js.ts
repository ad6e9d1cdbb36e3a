/** RouteGuide by @grpc/grpc-js, as its documentation has a server written. */
import {
  type handleBidiStreamingCall,
  type handleClientStreamingCall,
  type handleServerStreamingCall,
  type handleUnaryCall,
  Server,
  ServerCredentials,
} from '@grpc/grpc-js';
import { loadRouteGuide } from '../loaded.ts';
import type { Named, Place } from '../route-guide.ts';
import { Chat, featureAt, featuresIn, type Note, placeOf, Route } from './service.ts';

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

const chat = new Chat();

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
    for (const note of chat.add({ location: placeOf(location), message })) call.write(note);
  });
  call.on('end', () => call.end());
};

/** @returns the port that it listens on */
export function serve(host: string): Promise<number> {
  const server = new Server();
  server.addService(loadRouteGuide().service, {
    getFeature,
    listFeatures,
    recordRoute,
    routeChat,
  });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.bindAsync(`${host}:0`, ServerCredentials.createInsecure(), (error, port) =>
    error === null ? resolve(port) : reject(error),
  );
  return promise;
}
