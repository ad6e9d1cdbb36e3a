/** What flows from the called side to one that may stop reading: pieces of one size, counted as they are made. */

/** How numbers from some first one came: how many are lost and come twice, and whether in their order. */
export function tallyOf(came: readonly number[], all: number) {
  const { size } = new Set(came);
  const inOrder = came.every((each, index) => each > (came[index - 1] ?? -1));
  return { lost: all - size, twice: came.length - size, inOrder };
}

/** How many pieces, how large, and how long apart. */
export interface Amount {
  pieces: number;
  /** Characters or bytes of each. */
  length: number;
  everyMs: number;
}

export class Flow<Piece> {
  readonly #piece: (length: number) => Piece;
  readonly #onCancel: () => void;
  /** Characters or bytes of all pieces that were made. */
  made = 0;

  constructor(piece: (length: number) => Piece, onCancel: () => void) {
    this.#piece = piece;
    this.#onCancel = onCancel;
  }

  /** The pieces as a stream, which makes each when it is asked for. @param onEnd is told of either end */
  stream({ pieces, length, everyMs }: Amount, onEnd = () => {}): ReadableStream<Piece> {
    let left = pieces;
    return new ReadableStream<Piece>(
      {
        pull: async (controller) => {
          if (everyMs > 0) await new Promise((resolve) => setTimeout(resolve, everyMs));
          if (left > 0) controller.enqueue(this.#make(length));
          else {
            onEnd();
            controller.close();
          }
          left -= 1;
        },
        cancel: () => {
          onEnd();
          this.#onCancel();
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** The same by calls of a function, each awaited. @throws TypeError where none came along */
  async calls({ pieces, length }: Amount, take?: (piece: Piece) => unknown): Promise<void> {
    if (take === undefined) throw new TypeError('take: got nothing, expected a function');
    for (let left = pieces; left > 0; left -= 1) await take(this.#make(length));
  }

  #make(length: number): Piece {
    this.made += length;
    return this.#piece(length);
  }
}
