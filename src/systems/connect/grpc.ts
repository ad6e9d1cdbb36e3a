/** RouteGuide by Connect for ECMAScript, as its documentation has a server for Node written. */
import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { ConnectRouter } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { RouteGuide } from '../../places/grpc/gen/route_guide_pb.ts';
import { Chat, featureAt, featuresIn, placeOf, Route } from '../../places/grpc/servers/service.ts';

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
export async function serve(host: string): Promise<number> {
  const server = createServer(connectNodeAdapter({ routes })).listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
