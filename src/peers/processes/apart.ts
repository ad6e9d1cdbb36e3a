/** Processes that are started for one question alone: how long they take, and the memory they need. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Begin, Meter } from '../../harness/plan/index.ts';
import { Child, endOf, lastOf } from './child.ts';
import type { Open } from './clients/opened.ts';
import type { Course, Extent } from './memory/course.ts';
import { READY, type Runtime } from './names.ts';
import type { ProcessOperations } from './operations.ts';
import { commandOf } from './runtimes.ts';

const CALLER = fileURLToPath(new URL('memory/caller.ts', import.meta.url));

/** What of an arm says which processes it has. */
interface Between {
  client: Runtime;
  server: Runtime;
  system: string;
  transport: string;
  module?: string;
}

/** What ends with the question, or with whoever asked it. */
interface Started {
  ended: Promise<unknown>;
  close(): void;
}

/** Starts what an arm’s connections have at their other end, for the questions that are about that. */
export class Apart implements Pick<ProcessOperations, 'started' | 'handshaken' | 'memory'> {
  readonly #arm: Between;
  readonly #open: Open;
  readonly #meter: Meter;
  readonly #running = new Set<Started>();

  /** @param meter counts what passes to those processes; that they end is no loss */
  constructor(arm: Between, open: Open, meter: Meter) {
    this.#arm = arm;
    this.#open = open;
    this.#meter = {
      count: (way, data) => meter.count(way, data),
      opened: () => undefined,
      lost: () => undefined,
    };
  }

  readonly started = async (begin?: Begin): Promise<void> => {
    await this.#quiet();
    begin?.();
    const child = this.#start();
    await child.ready();
    this.#meter.count('in', READY);
    child.close();
  };

  readonly handshaken = async (begin?: Begin): Promise<number> => {
    await this.#quiet();
    const child = this.#start();
    await child.ready();
    begin?.();
    const opened = await child.before(this.#open(child, this.#meter, this.#files));
    const answer = await child.before(opened.operations.echo(1));
    opened.close();
    child.close();
    return answer;
  };

  readonly memory = async (extent: Partial<Extent> = {}): Promise<Course> => {
    await this.#quiet();
    const { client, server, module } = this.#arm;
    const { file, args } = commandOf(client);
    const asked = [server, this.#files, JSON.stringify(extent), ...(module ? [module] : [])];
    const caller = spawn(file, [...args, CALLER, ...asked], { stdio: ['ignore', 'pipe', 'pipe'] });
    const said = lastOf(caller.stderr);
    const lines: string[] = [];
    createInterface(caller.stdout).on('line', (line) => lines.push(line));
    const ended = new Promise<string>((resolve) => {
      caller.on('error', ({ message }) => resolve(`did not start: ${message}`));
      caller.on('close', (code, signal) => resolve(endOf(code, signal, said())));
    });
    this.#keep({
      ended,
      close() {
        caller.kill('SIGKILL');
        // Its own child would not hear of that.
        end(Number(lines[0]));
      },
    });
    const how = await ended;
    const [, course] = lines;
    if (course === undefined) throw new Error(`the caller’s process ${how}`);
    return JSON.parse(course) as Course;
  };

  /** Ends what is still running. */
  close(): void {
    for (const started of this.#running) started.close();
  }

  get #files(): string {
    const { system, transport, module } = this.#arm;
    return module === undefined ? `${system}-${transport}` : transport;
  }

  #start(): Child {
    const child = new Child(this.#arm.server, this.#files, this.#meter, this.#arm.module);
    this.#keep(child);
    return child;
  }

  #keep(started: Started): void {
    this.#running.add(started);
    void started.ended.then(() => this.#running.delete(started));
  }

  /** Waits until what was started before has ended, so that its end is not timed with what comes next. */
  async #quiet(): Promise<void> {
    await Promise.all([...this.#running].map(({ ended }) => ended));
  }
}

function end(pid: number): void {
  try {
    // Of nought, a signal would go to this process and all its kin.
    if (pid > 0) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
