/** Sockets of this isolate: each has a place from when it asks the gate until its object knows of its end. */

/** Time for the gate’s answer, in ms. */
const LONGEST_MS = 60_000;

/** Those that the gate is asked for, by number: when they are forgotten, in ms since 1970. */
const entering = new Map<number, number>();
let last = 0;
let open = 0;

/** How many places are taken. */
export function takenPlaces(): number {
  // A client that leaves while it waits takes along what would give its place back.
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

/** Gives the place back of a socket that was not let in; nothing where an object has it. */
export function leavePlace(place: number): void {
  entering.delete(place);
}

/** Hands a place to the object that has accepted the socket. */
export function occupyPlace(place: number): void {
  entering.delete(place);
  open += 1;
}

/** Gives the place of an accepted socket back. Its object does so once. */
export function freePlace(): void {
  open -= 1;
}
