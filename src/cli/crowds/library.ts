/** A library as it is installed, or a release of it. */
export interface Library {
  /** Id of the system; of a release, with its version. */
  id: string;
  system: string;
  /** True where each call is a request of its own, so that no connection stays open. */
  requests: boolean;
  /** Checkout with the release in place. */
  root?: string;
}
