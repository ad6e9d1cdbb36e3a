/** What the service answers with besides data: objects that some libraries pass by reference, and errors. */
import type { Account, Cursor, Failure } from './methods.ts';

/** A place in a sequence without end. */
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

  get place(): number {
    return this.#place;
  }

  [Symbol.dispose](): void {
    this.#release();
  }
}

export class TokenAccount implements Account {
  whoami(): string {
    return 'the holder of the token';
  }
}

/** What a call throws that fails in this way. */
export function failureOf(kind: Failure | undefined): unknown {
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
