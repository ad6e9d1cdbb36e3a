/** Calls by @grpc/grpc-js, as its documentation has a client written. */
import {
  type CallOptions,
  type Client as Channel,
  type ClientDuplexStream,
  type ClientReadableStream,
  type ClientWritableStream,
  credentials,
  type requestCallback,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { loadRouteGuide } from '../loaded.ts';
import { pathOf } from '../route-guide.ts';
import { PREFIX_BYTES } from '../prefixed.ts';
import type { Kind } from '../specs.ts';
import { type Client, Failed, NoAnswer } from './client.ts';
import type { Request } from './request.ts';
import { writeAll } from './writing.ts';

/** What the proto’s methods become. */
interface Stub extends Channel {
  getFeature(request: object, options: CallOptions, then: requestCallback<object>): unknown;
  listFeatures(request: object, options: CallOptions): ClientReadableStream<object>;
  recordRoute(options: CallOptions, then: requestCallback<object>): ClientWritableStream<object>;
  routeChat(options: CallOptions): ClientDuplexStream<object, object>;
}
type Then = requestCallback<object>;

const RouteGuide = loadRouteGuide();
const { responseDeserialize: readSummary } = RouteGuide.service['RecordRoute'] as unknown as {
  responseDeserialize: (bytes: Buffer) => object;
};

/** What of each kind’s answer is looked at. */
const told: Readonly<Record<Kind, string>> = {
  unary: 'name',
  'server-streaming': 'name',
  'client-streaming': 'point_count',
  bidirectional: 'message',
};

export class GrpcClient implements Client {
  readonly #stub: Stub;
  readonly #deadlineMs: number;

  constructor(address: string, deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
    // Clients of one address would share a connection otherwise.
    const own = { 'grpc.use_local_subchannel_pool': 1 };
    this.#stub = new RouteGuide(address, credentials.createInsecure(), own) as unknown as Stub;
  }

  ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#stub.waitForReady(Date.now() + this.#deadlineMs, (error) =>
        error === undefined ? resolve() : reject(new NoAnswer(this.#deadlineMs)),
      );
    });
  }

  call(request: Request): Promise<readonly unknown[]> {
    return new Promise((resolve, reject) => {
      let sent = () => 0;
      const fail = (error: ServiceError) =>
        reject(
          error.code === status.DEADLINE_EXCEEDED
            ? new NoAnswer(this.#deadlineMs, sent())
            : new Failed(status[error.code], error.details),
        );
      const then: Then = (error, answer) => (error ? fail(error) : resolve([answer]));
      const begun = this.#begin(request, then);
      if (begun === undefined) return;
      sent = begun.sent;
      if (begun.answers === undefined) return;
      const answers: object[] = [];
      begun.answers
        .on('data', (answer: object) => answers.push(answer))
        .on('error', fail)
        .on('end', () => resolve(answers));
    });
  }

  words(kind: Kind, answer: readonly unknown[]): string[] {
    return answer.map((message) => String((message as Record<string, unknown>)[told[kind]]));
  }

  close(): void {
    this.#stub.close();
  }

  /** @returns what says how much was sent, and the stream that answers come from, where there are such */
  #begin({ kind, fields, pieces }: Request, then: Then) {
    const stub = this.#stub;
    const options = { deadline: Date.now() + this.#deadlineMs };
    const nothing = () => 0;
    switch (kind) {
      case 'unary':
        stub.getFeature(fields[0] as object, options, then);
        return undefined;
      case 'server-streaming':
        return { answers: stub.listFeatures(fields[0] as object, options), sent: nothing };
      case 'client-streaming': {
        if (fields.length === 0) return { sent: this.#padded(pieces, options, then) };
        const call = stub.recordRoute(options, then);
        for (const point of fields) call.write(point);
        call.end();
        return undefined;
      }
      case 'bidirectional': {
        const answers = stub.routeChat(options);
        for (const note of fields) answers.write(note);
        answers.end();
        return { answers, sent: nothing };
      }
    }
  }

  /** The library writes no field that the proto does not have: these messages are bytes already. */
  #padded(pieces: readonly Buffer[], options: CallOptions, then: Then): () => number {
    const call = this.#stub.makeClientStreamRequest(
      pathOf('client-streaming'),
      (framed: Buffer) => framed.subarray(PREFIX_BYTES),
      readSummary,
      options,
      then,
    );
    return writeAll(call, pieces);
  }
}
