/** RouteGuide as @grpc/grpc-js sees it: its proto is loaded when it runs, with the options of gRPC’s guide. */
import {
  type GrpcObject,
  loadPackageDefinition,
  type ServiceClientConstructor,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { PROTO } from './route-guide.ts';

/** The client’s class, which has the service’s definition. */
export function loadRouteGuide(): ServiceClientConstructor {
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
