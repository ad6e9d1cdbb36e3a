/** Values of the service other than plain ones: objects and functions by reference, and errors. */

/** A function of the client that the server calls. */
export type Called = (index: number) => number;

/** Methods that a client offers to the server. */
export interface ClientMethods {
  clientName(): string | Promise<string>;
}

export interface User {
  id: number;
  name: string;
  address: { city: string };
}

/** A place in an endless sequence. It is passed by reference if the library can do that. */
export interface Cursor {
  /** The cursor one place further on. */
  next(): Cursor;
  position(): number;
  /** Moves this cursor on. @returns its new position */
  advance(): number;
}

export const cursorMembers = ['next', 'position', 'advance'] as const;

export class PlaceCursor implements Cursor {
  #place: number;
  readonly #release: () => void;

  constructor(place = 0, release: () => void = () => undefined) {
    this.#place = place;
    this.#release = release;
  }

  next(): PlaceCursor {
    return new PlaceCursor(this.#place + 1, this.#release);
  }

  position(): number {
    return this.#place;
  }

  advance(): number {
    return (this.#place += 1);
  }

  [Symbol.dispose](): void {
    this.#release();
  }
}

export class TokenAccount {
  whoami(): string {
    return 'the holder of the token';
  }
}

/** Ways in which a call can fail. */
export type ThrownKind = 'type' | 'cause' | 'code' | 'named' | 'text';

/** The value that a call throws when it fails in this way. */
export function failureOf(kind: ThrownKind | undefined): unknown {
  switch (kind) {
    case undefined: {
      const cause = new Error('fail: the cause');
      return Object.assign(new RangeError('fail: as asked', { cause }), { code: 7 });
    }
    case 'type':
      return new TypeError('boom');
    case 'cause':
      return new RangeError('too far', { cause: new Error('the fuse') });
    case 'code':
      return Object.assign(new Error('quota'), { code: 7, retry: { afterMs: 50 } });
    case 'named':
      return Object.assign(new Error('not today'), { name: 'QuotaError' });
    case 'text':
      return 'only a text';
  }
}
