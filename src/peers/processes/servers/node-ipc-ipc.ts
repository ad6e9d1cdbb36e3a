import { answer, type Question } from '../../by-hand.ts';
import { type ProcessService, reach } from '../service.ts';

export function serve(service: ProcessService): void {
  const methods = reach(service);
  process.on('message', (question: Question) => {
    answer(methods, question, (message) => process.send?.(message));
  });
}
