/** A question to which code finds the answer, and the places in which it makes sense. */
import type { BenchKit } from '../places/bench/probe.ts';
import type { ObjectKit } from '../places/objects/probe.ts';
import type { Outcome } from '../places/probes/outcome.ts';
import type { AnyKit, NotingKit } from '../places/probes/probed.ts';
import type { AskedPlace, WindowKit } from '../places/windows/probe.ts';

/** A client’s calls to a bench, an object’s to another object, a page’s to its workers and frames. */
export const places = ['bench', 'objects', 'windows'] as const;
export type Place = (typeof places)[number];

/** The words of a question. */
interface Words {
  question: string;
  /** What `pass` means, in a sentence. */
  passes: string;
  /** What a documentation says of it, where one does. */
  documented?: { says: string; href: string };
}

/** A question as it is put in one place. Words that it leaves out are those of the question itself. */
interface Put extends Partial<Words> {
  /** Begins with its group, or with its place where that is not the bench. */
  id: string;
  /** Group of the place, where it is not that of its subject. */
  group?: string;
  /** In windows: where it is asked, where that is not both a worker and a frame. */
  at?: AskedPlace;
}

/** Its id, where nothing else has to be said. */
type In = string | Put;
type Run<Kit> = (kit: Kit) => Promise<Outcome>;

/** Asks over a connection that is opened for the question and closed after it. */
export function connected<Kit extends { connect(): Promise<Disposable> }>(
  ask: (connection: Awaited<ReturnType<Kit['connect']>>, kit: Kit) => Promise<Outcome>,
): Run<Kit> {
  return async (kit) => {
    using connection = (await kit.connect()) as Awaited<ReturnType<Kit['connect']>>;
    return await ask(connection, kit);
  };
}

type Nowhere<P extends Place> = { readonly [Each in P]?: undefined };

/** Its code throws only when the probe itself is broken, or where `answerOf` does. */
export type Question = Words &
  (
    | ({ bench: In; run?: Run<BenchKit> } & Nowhere<'objects' | 'windows'>)
    | ({ objects: In; run?: Run<ObjectKit> } & Nowhere<'bench' | 'windows'>)
    | ({ windows: In; run?: Run<WindowKit> } & Nowhere<'bench' | 'objects'>)
    | ({ objects: In; windows: In; run: Run<NotingKit> } & Nowhere<'bench'>)
    | { bench: In; objects: In; windows?: In; run: Run<AnyKit> }
    | ({ bench: In; windows: In; run: Run<AnyKit> } & Nowhere<'objects'>)
  );

/** Questions of one subject, all in the file of its name. */
export interface Subject {
  id: string;
  label: string;
  /** Why it cannot be asked in a browser, where it cannot. */
  onlyCli?: string;
  /** Groups of its questions in the places that have fewer; those with its own id unless given. */
  groups?: { objects?: string; windows?: string };
  questions: readonly Question[];
}

/** A question in one place. */
export interface Probe extends Words {
  id: string;
  /** Id of its group in its place. */
  group: string;
  /** Path of the file that has its code, from the root of the repository. */
  file: string;
  at: AskedPlace | undefined;
  run: Run<never> | undefined;
}

/** The questions of a subject as they are put in a place. */
export function probesIn({ id: subject, groups, questions }: Subject, place: Place): Probe[] {
  return questions.flatMap((asked): Probe[] => {
    const given = asked[place];
    if (given === undefined) return [];
    const { question, passes, documented, run } = asked;
    const put: Put = typeof given === 'string' ? { id: given } : given;
    const group = place === 'bench' ? subject : (groups?.[place] ?? subject);
    const words = { question, passes, ...(documented && { documented }) };
    return [{ ...words, group, at: undefined, ...put, file: `src/probes/${subject}.ts`, run }];
  });
}
