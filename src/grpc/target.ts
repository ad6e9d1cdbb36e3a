/** What a load generator calls. It is handed to it as JSON when a connection is to be opened. */
export interface Target {
  /**
   * How it is called: as gRPC, or with the same messages over a bare HTTP/2 stream or over TCP. `nothing`
   * is a server within the generator that answers without looking, so that what is measured is the
   * generator.
   */
  protocol: 'grpc' | 'http2' | 'tcp' | 'nothing';
  /** `127.0.0.1:50051`; empty for `nothing`. */
  address: string;
  /** Request messages’ bytes on a connection after which a client opens a new one; never where it is left out. */
  redialBytes?: number;
  /** One connection for all clients, each with streams of its own, in the place of one each. */
  oneConnection?: true;
  /** Called in a bare loop that times nothing but the whole: what the generator costs is the difference. */
  bare?: true;
}
