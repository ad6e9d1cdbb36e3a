/** Says, along with a port, which connection is to be opened through it. */
export interface PortFor {
  portFor: string;
}

/** Ports to other workers that a page handed to the worker this is in. */
export class Ports {
  readonly #ports = new Map<string, MessagePort>();

  /** Whether a message brought a port, which is then kept. */
  accept({ data, ports: [port] }: MessageEvent<unknown>): boolean {
    const id = (data as Partial<PortFor> | null)?.portFor;
    if (id === undefined || port === undefined) return false;
    this.#ports.set(id, port);
    return true;
  }

  /** @throws RangeError for an id that no port came for */
  take(id: string): MessagePort {
    const port = this.#ports.get(id);
    this.#ports.delete(id);
    if (port !== undefined) return port;
    throw new RangeError(`port: got the id ${id}, expected one that a port came for`);
  }
}
