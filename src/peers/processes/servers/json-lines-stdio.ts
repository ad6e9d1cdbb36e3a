import { answer, type Question } from '../../by-hand.ts';
import { decode, encode, type Written } from '../json-lines.ts';
import { lineOf, readLines } from '../lines.ts';
import { type ProcessService, reach } from '../service.ts';

export function serve(service: ProcessService): void {
  const methods = reach(service);
  readLines<Written>(process.stdin, (written) => {
    answer(methods, decode(written) as Question, (message) => {
      process.stdout.write(lineOf(encode(message)));
    });
  });
}
