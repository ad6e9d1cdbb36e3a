/** Bindings of the bench Worker. Those marked optional exist only where the platform has them. */
export interface Env {
  RAW_WEBSOCKET: DurableObjectNamespace;
  LUMENIZE: DurableObjectNamespace;
  CAPNWEB: DurableObjectNamespace;
  KKRPC: DurableObjectNamespace;
  /** Objects of the capability probes. */
  PROBE: DurableObjectNamespace;
  /** Built pages. Absent where something else serves them. */
  ASSETS?: Fetcher;
  /** Connections per client and minute, counted by the platform. */
  CONNECTIONS?: RateLimit;
  /** Where this Worker runs: one of the settings of the record schema. */
  SETTING: string;
  /** Origins, besides the Worker's own, whose pages may use the bench; separated by spaces. */
  ALLOWED_ORIGINS: string;
  /** An object that nobody used for this many seconds loses its storage and its sockets. */
  IDLE_SECONDS: string;
  /** Address of what the nightly check keeps; empty where there is no such check. */
  STATUS_URL: string;
  /** Commit it was built from; empty when unknown. */
  COMMIT: string;
  /** `true` when the tree differed from that commit. */
  DIRTY: string;
  /** When it was built, ISO 8601. */
  BUILT_AT: string;
  /** Connections per client and minute where the platform does not count them; empty: no limit. */
  CONNECTIONS_PER_MINUTE: string;
}
