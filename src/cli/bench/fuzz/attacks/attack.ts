/** The contract of an attack: what a hostile visitor sends to a bench on this machine. */

export interface Attack {
  /** Its name on the command line: `capnweb-doubling`. */
  id: string;
  /** What is sent, in a sentence. */
  about: string;
  /** Variables of the Worker that it is tried on, besides the local ones. */
  vars?: Readonly<Record<string, string>>;
  /** Systems that honest visitors use meanwhile, where not the usual three. */
  beside?: readonly string[];
  /**
   * Sends it all, and waits until the bench has answered or closed what was opened, or the time is
   * over that the attack takes by its nature. It runs in a process of its own, which then ends.
   *
   * @returns how it ended, in a few words for the report: `closed 1008`
   */
  run(origin: string): Promise<string>;
}
