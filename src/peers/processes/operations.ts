/** What is asked of a process besides what is asked of any other end. */
import type { Begin } from '../../harness/plan/index.ts';
import type { PeerMethods, PeerOperations } from '../operations.ts';
import type { Course } from './memory/course.ts';

/** What another process offers. */
export interface ProcessMethods extends PeerMethods {
  /** Resident set of its process as its runtime counts it, in bytes. */
  residentSet(): number;
}

/** The same as a caller has it over one connection. */
export type ServedOperations = PeerOperations & { residentSet(): Promise<number> };

/** What a workload may ask: over the connection, or of processes that are started for the question alone. */
export interface ProcessOperations extends ServedOperations {
  /**
   * Starts another process of the same kind. Begins right before it is started; resolves once it
   * says that it is ready to serve.
   */
  started(begin?: Begin): Promise<void>;
  /**
   * Opens a connection to another process of the same kind that is ready already, and has it echo a
   * number. Begins before it is opened; resolves to the number.
   */
  handshaken(begin?: Begin): Promise<number>;
  /** Resident sets of a caller and a server of their own, from rest to after the last payload. */
  memory(): Promise<Course>;
}
