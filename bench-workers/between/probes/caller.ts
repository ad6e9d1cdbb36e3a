import { DurableObject } from 'cloudflare:workers';
import type { AskedObject } from './callee.ts';
import type { Kit, Kits, WayId } from './kit.ts';
import { opens } from './ways/index.ts';

const LOST = 'the calling object was lost';

/** Bindings of the Worker that asks. */
export interface AskingEnv {
  CALLER: DurableObjectNamespace<AskingObject>;
  CALLEE: DurableObjectNamespace<AskedObject>;
}

/** The object that calls: it asks the questions, and in some of them another of its class is lost. */
export abstract class AskingObject extends DurableObject<AskingEnv> {
  /** Answers a question, which its address names: `/<question>/<way>`. */
  abstract override fetch(request: Request): Promise<Response>;

  /** A kit for one question: what it calls has the name of this object, and nobody has used it. */
  protected kitOf<W extends WayId>(way: W): Kits[W] {
    const name = this.ctx.id.toString();
    const callers = this.env.CALLER;
    const other = callers.get(callers.idFromName(`${name}/other`));
    const kit: Kit = {
      way,
      connect: () => opens[way](() => this.#calleeOf(name)),
      observer: {
        log: () => this.#calleeOf(name).log(),
        note: (text) => this.#calleeOf(name).note(text),
        held: () => this.#calleeOf(name).held(),
        release: () => this.#calleeOf(name).release(),
        callKept: (value) => this.#calleeOf(name).callKept(value),
        life: () => this.#calleeOf(name).life(),
        lose: () => this.#calleeOf(name).lose(),
        loseAndRefuse: () => this.#calleeOf(name).loseAndRefuse(),
      },
      async loseCaller() {
        // This call too ends with the object that it is made to.
        await other.holdAndEnd(way, name).catch((error: unknown) => {
          if (!String(error).includes(LOST)) throw error;
        });
        return () => callers.get(callers.idFromName(`${name}/other`)).hasContinued();
      },
    };
    return kit as Kits[W];
  }

  /** Makes a call that is held, and ends this life of the object while it waits. */
  async holdAndEnd(way: WayId, name: string): Promise<void> {
    const { api } = await opens[way](() => this.#calleeOf(name));
    void (async () => {
      await api.hold();
      this.ctx.storage.kv.put('continued', true);
    })();
    await this.#calleeOf(name).held();
    this.ctx.abort(LOST);
  }

  /** Whether what was to follow the answer of the held call was done. */
  hasContinued(): boolean {
    return this.ctx.storage.kv.get<boolean>('continued') === true;
  }

  /** A new stub each time: one that met an error may stay broken. */
  #calleeOf(name: string): DurableObjectStub<AskedObject> {
    return this.env.CALLEE.get(this.env.CALLEE.idFromName(name));
  }
}
