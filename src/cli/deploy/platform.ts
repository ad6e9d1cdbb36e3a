import type { Target } from '../shared/checks/index.ts';
import type { Staged } from './stage.ts';

/** A version that was uploaded. */
export interface Version {
  /** The platform’s id of it. */
  id: string;
  /** Full hash of its commit; empty when it does not say. */
  commit: string;
}

/**
 * The platform refuses a step because a Durable Object migration lies between: to upload a version
 * without traffic, or to give the traffic back to one from before.
 */
export class MigrationBetween extends Error {
  override name = 'MigrationBetween';
}

/** What a deploy needs of the place it goes to: Cloudflare, or this machine for a dry run. */
export interface Platform {
  /** Where readers find what has the traffic. */
  readonly target: Target;
  /** The version that has the traffic; undefined before the first. */
  current(): Promise<Version | undefined>;
  /**
   * Uploads a version that gets no traffic.
   *
   * @returns its id
   * @throws MigrationBetween when the version has migrations that are not applied yet
   */
  upload(staged: Staged): Promise<string>;
  /** Lets an uploaded version be asked while another keeps all traffic. */
  tryOut(id: string, keeps: Version): Promise<Target>;
  /**
   * Gives all traffic to an uploaded version.
   *
   * @param why said in the platform’s list of deployments
   * @throws MigrationBetween when the version is from before a migration
   */
  giveTraffic(id: string, why: string): Promise<void>;
  /**
   * Applies migrations, uploads and gives all traffic at once.
   *
   * @returns the id of the version
   */
  putOut(staged: Staged): Promise<string>;
}
