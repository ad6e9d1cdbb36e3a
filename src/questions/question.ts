/** A question to which code finds the answer. */
import type { BenchKit } from './kit.ts';
import type { Outcome } from './outcome.ts';

type Run = (kit: BenchKit) => Promise<Outcome>;

interface Question {
  /** Begins with its subject. */
  id: string;
  question: string;
  /** What `pass` means, in a sentence. */
  passes: string;
  /** Throws only when the probe itself is broken, or where `answerOf` does. Absent where each system has code of its own. */
  run?: Run;
}

/** Asks over a connection that is opened for the question and closed after it. */
export function connected(
  ask: (connection: Awaited<ReturnType<BenchKit['connect']>>, kit: BenchKit) => Promise<Outcome>,
): Run {
  return async (kit) => {
    using connection = await kit.connect();
    return await ask(connection, kit);
  };
}

/** Questions of one subject, all in the file of its name. */
export interface Subject {
  id: string;
  label: string;
  /** Why it cannot be asked in a browser, where it cannot. */
  onlyCli?: string;
  questions: readonly Question[];
}

/** A question with the id of its subject. */
export interface Probe extends Question {
  group: string;
}

/** The questions of subjects, in their order. */
export const probesOf = (subjects: readonly Subject[]): Probe[] =>
  subjects.flatMap(({ id: group, questions }) => questions.map((each) => ({ ...each, group })));
