/** What Cap’n Web’s references make of small messages. */
import type { Attack } from './attack.ts';
import { addressOf, endingOf, send } from './sockets.ts';

const ARM = 'capnweb/in-memory';
const answered = (answers: readonly string[]) => answers.length > 0;

export const capnwebAttacks: readonly Attack[] = [
  {
    id: 'capnweb-doubling',
    about: 'A list doubled 17 times, each result released by nought: 730 bytes.',
    async run(origin) {
      const expressions = [
        ['pipeline', 0, ['echo'], ['x']],
        ...Array.from({ length: 17 }, (_, at) => [
          [
            ['pipeline', at + 1],
            ['pipeline', at + 1],
          ],
        ]),
      ];
      // A release by nought leaves a result where it is.
      const frames = expressions.flatMap((each, at) => [
        JSON.stringify(['push', each]),
        `["release",${at + 1},0]`,
      ]);
      frames.push('["pull",18]');
      return endingOf(await send(addressOf(origin, ARM), frames, answered));
    },
  },
];
