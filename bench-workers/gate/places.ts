/** Places of sockets in this isolate. A socket has one from its question to the gate until its end. */

/** Longest time that the gate takes to answer, in ms. */
const LONGEST_MS = 60_000;

/** Places of sockets that wait for the gate, by number: when each is forgotten, in ms since 1970. */
const entering = new Map<number, number>();
let last = 0;
let open = 0;

/** How many places are taken. */
export function takenPlaces(): number {
  // The code that gives a place back ends with its client, if that leaves while it waits.
  for (const [place, until] of entering) {
    if (until > Date.now()) break;
    entering.delete(place);
  }
  return open + entering.size;
}

/** Takes a place for a socket that asks the gate. @returns its number */
export function enterPlace(): number {
  last += 1;
  entering.set(last, Date.now() + LONGEST_MS);
  return last;
}

/** Gives back the place of a socket that was refused. Does nothing if an object has the place. */
export function leavePlace(place: number): void {
  entering.delete(place);
}

/** Hands a place to the object that has accepted the socket. */
export function occupyPlace(place: number): void {
  entering.delete(place);
  open += 1;
}

/** Gives back the place of an accepted socket. Its object calls this once. */
export function freePlace(): void {
  open -= 1;
}
