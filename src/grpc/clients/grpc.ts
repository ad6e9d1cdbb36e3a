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
      const fail = ({ code, details }: ServiceError) =>
        reject(
          code === status.DEADLINE_EXCEEDED
            ? new NoAnswer(this.#deadlineMs)
            : new Failed(status[code], details),
        );
      const stream = this.#begin(request, (error, answer) =>
        error ? fail(error) : resolve([answer]),
      );
      if (stream === undefined) return;
      const answers: object[] = [];
      stream
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

  /** @returns the stream that answers come from, where there may be several */
  #begin({ kind, fields, pieces }: Request, then: Then): ClientReadableStream<object> | undefined {
    const stub = this.#stub;
    const options = { deadline: Date.now() + this.#deadlineMs };
    switch (kind) {
      case 'unary':
        stub.getFeature(fields[0] as object, options, then);
        return undefined;
      case 'server-streaming':
        return stub.listFeatures(fields[0] as object, options);
      case 'client-streaming': {
        if (fields.length === 0) {
          writeAll(this.#routeOfBytes(options, then), pieces);
          return undefined;
        }
        const call = stub.recordRoute(options, then);
        for (const point of fields) call.write(point);
        call.end();
        return undefined;
      }
      case 'bidirectional': {
        const call = stub.routeChat(options);
        for (const note of fields) call.write(note);
        call.end();
        return call;
      }
    }
  }

  /** The library writes no field that the proto does not have: padded messages are bytes already. */
  #routeOfBytes(options: CallOptions, then: Then): ClientWritableStream<Buffer> {
    return this.#stub.makeClientStreamRequest(
      pathOf('client-streaming'),
      (framed: Buffer) => framed.subarray(PREFIX_BYTES),
      readSummary,
      options,
      then,
    );
  }
}
