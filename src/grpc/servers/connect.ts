/** RouteGuide by Connect for ECMAScript, as its documentation has a server for Node written. */
import { createServer } from 'node:http2';
import type { ConnectRouter } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { RouteGuide } from '../gen/route_guide_pb.ts';
import { listen } from './listen.ts';
import { Chat, featureAt, featuresIn, placeOf, Route } from './service.ts';

const chat = new Chat();

const routes = (router: ConnectRouter) =>
  router.service(RouteGuide, {
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
        yield* chat.add({ location: placeOf(location), message });
      }
    },
  });

/** @returns the port that it listens on */
export function serve(host: string): Promise<number> {
  return listen(createServer(connectNodeAdapter({ routes })), host);
}
