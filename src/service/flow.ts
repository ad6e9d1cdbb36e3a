/** What flows from the called side to one that may stop reading: texts of one length, counted as they are made. */

/** How numbers from some first one came: how many are lost and come twice, and whether in their order. */
export function tallyOf(came: readonly number[], all: number) {
  const { size } = new Set(came);
  const inOrder = came.every((each, index) => each > (came[index - 1] ?? -1));
  return { lost: all - size, twice: came.length - size, inOrder };
}

/** How many pieces, and how long each is, in characters. */
export interface Amount {
  pieces: number;
  length: number;
}

export class Flow {
  /** Characters of all pieces that were made. */
  made = 0;

  /** The pieces as a stream, which makes each when it is asked for. @param onEnd is told of either end */
  stream({ pieces, length }: Amount, onEnd: () => void): ReadableStream<string> {
    let left = pieces;
    return new ReadableStream<string>(
      {
        pull: (controller) => {
          if (left > 0) controller.enqueue(this.#make(length));
          else {
            onEnd();
            controller.close();
          }
          left -= 1;
        },
        cancel: onEnd,
      },
      { highWaterMark: 0 },
    );
  }

  /** The same by calls of a function, each awaited. @throws TypeError where none came along */
  async calls({ pieces, length }: Amount, take?: (piece: string) => unknown): Promise<void> {
    if (take === undefined) throw new TypeError('take: got nothing, expected a function');
    for (let left = pieces; left > 0; left -= 1) await take(this.#make(length));
  }

  #make(length: number): string {
    this.made += length;
    return 'x'.repeat(length);
  }
}
