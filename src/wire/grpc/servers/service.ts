/** RouteGuide for all servers in Node, and its features: the same as gRPC’s example in Go. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Degrees times 10,000,000. */
export interface Place {
  latitude: number;
  longitude: number;
}

export interface Named {
  name: string;
  location: Place;
}

const pathOf = (file: string) =>
  fileURLToPath(new URL(`../../../../bench-servers/${file}`, import.meta.url));

export const PROTO = pathOf('route_guide.proto');

/** The features that every server serves. */
const features = JSON.parse(readFileSync(pathOf('features.json'), 'utf8')) as readonly Named[];

const EARTH_RADIUS_METRES = 6_371_000;
const DEGREES = 1e7;

/** A field of a message. Libraries read a missing one as null or undefined. */
type Field<Value> = Value | null | undefined;

export interface Rectangle {
  lo?: Field<Place>;
  hi?: Field<Place>;
}

export interface Note {
  location?: Field<Place>;
  message: string;
}

const keyOf = ({ latitude, longitude }: Place) => `${latitude} ${longitude}`;
const NOWHERE: Place = { latitude: 0, longitude: 0 };
const placeOf = (sent: Field<Place>): Place => sent ?? NOWHERE;

const named = new Map(features.map((feature) => [keyOf(feature.location), feature]));

/** The feature at a place; one without a name if there is none. */
export function featureAt(place: Place): Named {
  return named.get(keyOf(place)) ?? { name: '', location: place };
}

/** The features within a rectangle, whichever of its corners came first. */
export function featuresIn({ lo: one, hi: other }: Rectangle): Named[] {
  const [lo, hi] = [placeOf(one), placeOf(other)];
  const within = (value: number, a: number, b: number) =>
    value >= Math.min(a, b) && value <= Math.max(a, b);
  return features.filter(
    ({ location }) =>
      within(location.latitude, lo.latitude, hi.latitude) &&
      within(location.longitude, lo.longitude, hi.longitude),
  );
}

export interface Summary {
  pointCount: number;
  featureCount: number;
  distance: number;
  elapsedTime: number;
}

/** A route that is being recorded. */
export class Route {
  readonly #beganAt = performance.now();
  #points = 0;
  #features = 0;
  #metres = 0;
  #last: Place | undefined;

  add(place: Place): void {
    this.#points += 1;
    if (named.has(keyOf(place))) this.#features += 1;
    if (this.#last !== undefined) this.#metres += metresBetween(this.#last, place);
    // A copy, because a library may use its object again.
    this.#last = { latitude: place.latitude, longitude: place.longitude };
  }

  /** Whole metres and seconds, see the proto. */
  get summary(): Summary {
    return {
      pointCount: this.#points,
      featureCount: this.#features,
      distance: Math.trunc(this.#metres),
      elapsedTime: Math.trunc((performance.now() - this.#beganAt) / 1000),
    };
  }
}

/** Great-circle distance by the haversine formula (Sinnott, Sky and Telescope 68(2), 1984). */
function metresBetween(from: Place, to: Place): number {
  const radians = (value: number) => (value / DEGREES) * (Math.PI / 180);
  const [lat1, lat2] = [radians(from.latitude), radians(to.latitude)];
  const half = (a: number, b: number) => Math.sin((b - a) / 2) ** 2;
  const across = half(radians(from.longitude), radians(to.longitude));
  const chord = half(lat1, lat2) + Math.cos(lat1) * Math.cos(lat2) * across;
  return EARTH_RADIUS_METRES * 2 * Math.atan2(Math.sqrt(chord), Math.sqrt(1 - chord));
}

interface PlacedNote extends Note {
  location: Place;
}

const notes = new Map<string, readonly PlacedNote[]>();

/** Keeps a note for as long as the server runs. @returns all notes of its place, this one included */
export function withNote({ location, message }: Note): readonly PlacedNote[] {
  const note = { location: placeOf(location), message };
  const key = keyOf(note.location);
  const known = [...(notes.get(key) ?? []), note];
  notes.set(key, known);
  return known;
}
