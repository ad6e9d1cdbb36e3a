/** What is known of the service on both of its sides: its proto, its features, its methods. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Kind } from './specs.ts';

const SERVERS = new URL('../../bench-servers/', import.meta.url);

/** Path of the proto, for those that load it when they run. */
export const PROTO = fileURLToPath(new URL('route_guide.proto', SERVERS));

/** Degrees times 10,000,000. */
export interface Place {
  latitude: number;
  longitude: number;
}

export interface Named {
  name: string;
  location: Place;
}

/** The features that every server serves. */
export const features = JSON.parse(
  readFileSync(new URL('features.json', SERVERS), 'utf8'),
) as readonly Named[];

/** The rectangle that all features lie in. */
export const everywhere = {
  lo: { latitude: 400_000_000, longitude: -750_000_000 },
  hi: { latitude: 420_000_000, longitude: -730_000_000 },
} as const;

/** The method of each kind, and the byte that stands for it over bare TCP. */
export const methods: Readonly<Record<Kind, { name: string; byte: number }>> = {
  unary: { name: 'GetFeature', byte: 1 },
  'server-streaming': { name: 'ListFeatures', byte: 2 },
  'client-streaming': { name: 'RecordRoute', byte: 3 },
  bidirectional: { name: 'RouteChat', byte: 4 },
};

/** Where a method is found over HTTP/2, with and without gRPC. */
export function pathOf(kind: Kind): string {
  return `/routeguide.RouteGuide/${methods[kind].name}`;
}
