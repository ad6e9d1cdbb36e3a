/** A process that holds clients. The command calls its functions by messages, several at once. */
import { fileURLToPath } from 'node:url';
import { Child } from '../../wire/processes/child.ts';
import { messageOf } from '../../matrix/questions/outcome.ts';
import { endWithThis } from './process-end.ts';

/** The functions of the process, by their names. Arguments and answers are plain data. */
type Functions = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

interface Request {
  id: number;
  name: string;
  args: never[];
}

type Reply = { id: number } & ({ answer: unknown } | { error: string });

export class ClientProcess<Own extends Functions> {
  readonly child: Child;
  #asked = 0;

  /** @param flags of Node */
  constructor(script: URL, flags: readonly string[] = []) {
    const args = [...flags, '--import', import.meta.resolve('tsx'), fileURLToPath(script)];
    this.child = new Child(
      { file: process.execPath, args },
      {
        name: 'the process of the clients',
        group: true,
        endWithThis,
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      },
    );
    // Each request under way listens for its own answer.
    this.child.process.setMaxListeners(0);
  }

  /** Calls a function there. @throws Error with what went wrong, or when the answer comes too late */
  async ask<Name extends keyof Own & string>(
    withinMs: number,
    name: Name,
    ...args: Parameters<Own[Name]>
  ): Promise<Awaited<ReturnType<Own[Name]>>> {
    const id = (this.#asked += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const listener = (reply: Reply) => {
      if (reply.id === id) resolve(reply);
    };
    this.child.process.on('message', listener);
    const late = new Error(`${name}: got no answer within ${withinMs} ms`);
    const timer = setTimeout(() => reject(late), withinMs);
    try {
      this.child.process.send({ id, name, args } satisfies Request);
      const reply = await this.child.before(promise);
      if ('error' in reply) throw new Error(reply.error);
      return reply.answer as Awaited<ReturnType<Own[Name]>>;
    } finally {
      clearTimeout(timer);
      this.child.process.off('message', listener);
    }
  }
}

/** Answers the command that started this process, and ends with it. */
export function answerRequests(functions: Functions): void {
  // A rejection or a line of one library is for its users; here it must not end the others.
  process.on('unhandledRejection', () => undefined);
  const quiet = () => undefined;
  Object.assign(console, { log: quiet, warn: quiet, error: quiet, debug: quiet, info: quiet });
  const answer = async ({ name, args }: Request) => functions[name]?.(...args);
  process.on('message', (request: Request) => {
    const { id } = request;
    void answer(request)
      .then(
        (given): Reply => ({ id, answer: given }),
        (error: unknown): Reply => ({ id, error: messageOf(error) }),
      )
      .then((reply) => process.send?.(reply));
  });
  process.on('disconnect', () => process.exit());
}
