/**
 * The part of Cloudflare's API that wrangler calls for deploys and previews, on this machine. Paths, codes
 * and answers are those of https://developers.cloudflare.com/api/resources/workers/ and of wrangler's types.
 * It keeps what it is told and runs nothing of it: a preview's address answers with the preview's commit.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const ACCOUNT = '0123456789abcdef0123456789abcdef';

interface Metadata {
  migrations?: { new_tag?: string };
  env?: Record<string, { text?: string }>;
}
interface Share {
  version_id: string;
  percentage: number;
}
interface WorkerState {
  versions: string[];
  /** The newest first. */
  deployments: Array<{ id: string; created_on: string; versions: Share[] }>;
  /** Tag of the newest migration of its objects. */
  migration: string | undefined;
  previews: Map<string, PreviewState>;
}
interface PreviewState {
  id: string;
  name: string;
  slug: string;
  urls: string[];
  commits: string[];
}

/** An error of the platform, by its status, code and message. */
class Refusal extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const noWorker = new Refusal(404, 10_007, 'This Worker does not exist on your account.');
const noPreview = new Refusal(404, 10_025, 'This preview does not exist.');
export const noRights = new Refusal(403, 10_000, 'Authentication error');

/** A request, with what its path and body say. */
interface Call {
  /** Parts of the path that the route names. */
  parts: readonly string[];
  body: string;
}
type Answer = (call: Call) => unknown;

export class Cloudflare implements AsyncDisposable {
  readonly workers = new Map<string, WorkerState>();
  /** Requests that changed something, with the part of their path after the account. */
  readonly changes: string[] = [];
  /** Commit of the bench at every address of a preview; the newest that was uploaded unless given. */
  answers: string | undefined;
  /** Turned off, a preview gets no address. */
  previewUrls = true;
  /** Fails a request, given its method and path; `cut` breaks its connection. */
  fault: (request: string) => Refusal | 'cut' | undefined = () => undefined;
  readonly #server = createServer((request, response) => void this.#take(request, response));

  /** Begins to listen. @returns what wrangler has to be told, as environment variables */
  async start(): Promise<Record<string, string>> {
    this.#server.listen(0, 'localhost');
    await once(this.#server, 'listening');
    return {
      CLOUDFLARE_API_BASE_URL: this.origin,
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
      CLOUDFLARE_API_TOKEN: 'token',
    };
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Has a Worker with one version, which has all traffic. */
  have(name: string, migration: string): void {
    const worker = { ...newWorker(), migration };
    this.workers.set(name, worker);
    deploy(worker, [{ version_id: addVersion(worker), percentage: 100 }]);
  }

  /** Traffic of a Worker's versions, in percent. */
  traffic(name: string): Record<string, number> {
    const [newest] = this.#worker(name).deployments;
    return Object.fromEntries(
      newest?.versions.map(({ version_id, percentage }) => [version_id, percentage]) ?? [],
    );
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const { pathname } = new URL(url, this.origin);
    const body = (await buffer(request)).toString('latin1');
    if (pathname === '/bench/about') return this.#about(response);
    const path = pathname.replace(`/accounts/${ACCOUNT}`, '');
    const asked = `${method} ${path}`;
    const fault = this.fault(asked);
    if (fault === 'cut') {
      response.destroy();
      return;
    }
    response.setHeader('content-type', 'application/json');
    try {
      if (fault !== undefined) throw fault;
      const result = this.#answer(asked, body);
      if (method !== 'GET') this.changes.push(asked);
      response.end(JSON.stringify({ success: true, errors: [], messages: [], result }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, message } = error;
      response.statusCode = status;
      const errors = [{ code, message }];
      response.end(JSON.stringify({ success: false, errors, messages: [], result: null }));
    }
  }

  #answer(asked: string, body: string): unknown {
    for (const [pattern, answer] of this.#routes) {
      const found = pattern.exec(asked);
      if (found) return answer({ parts: found.slice(1).map(decodeURIComponent), body });
    }
    throw new Refusal(405, 7001, `${asked}: no route of this test’s platform`);
  }

  readonly #routes: ReadonlyArray<readonly [RegExp, Answer]> = [
    [/^GET \/workers\/subdomain$/, () => ({ subdomain: 'example' })],
    [
      /^GET \/workers\/services\/([^/]+)$/,
      ({ parts: [name = ''] }) => {
        const { migration } = this.#worker(name);
        const script = { last_deployed_from: 'wrangler', migration_tag: migration };
        return { default_environment: { environment: 'production', script } };
      },
    ],
    [/^GET \/workers\/scripts\/([^/]+)\/secrets$/, () => []],
    [/^(?:GET|PATCH) \/workers\/scripts\/[^/]+\/(?:script-)?settings$/, () => ({})],
    [
      /^(?:GET|POST) \/workers\/scripts\/[^/]+\/subdomain$/,
      () => ({ enabled: true, previews_enabled: this.previewUrls }),
    ],
    // Nothing is missing of the assets, so that none is uploaded.
    [
      /^POST \/workers\/scripts\/[^/]+\/assets-upload-session$/,
      () => ({ jwt: 'a.b.c', buckets: [] }),
    ],
    [
      /^PUT \/workers\/scripts\/([^/]+)$/,
      ({ parts: [name = ''], body }) => {
        const worker = this.workers.get(name) ?? newWorker();
        this.workers.set(name, worker);
        worker.migration = metadataOf(body).migrations?.new_tag ?? worker.migration;
        const id = addVersion(worker);
        deploy(worker, [{ version_id: id, percentage: 100 }]);
        return { id: name, deployment_id: id, startup_time_ms: 1, etag: 'etag' };
      },
    ],
    [
      /^POST \/workers\/scripts\/([^/]+)\/versions$/,
      ({ parts: [name = ''] }) => ({ id: addVersion(this.#worker(name)), metadata: {} }),
    ],
    [
      /^GET \/workers\/scripts\/([^/]+)\/versions\/([^/]+)$/,
      ({ parts: [name = '', id = ''] }) => {
        if (this.#worker(name).versions.includes(id)) return versionOf(id);
        throw new Refusal(404, 10_021, 'Version not found.');
      },
    ],
    [
      /^GET \/workers\/scripts\/([^/]+)\/versions$/,
      ({ parts: [name = ''] }) => ({ items: this.#worker(name).versions.map(versionOf) }),
    ],
    [
      /^GET \/workers\/scripts\/([^/]+)\/deployments$/,
      ({ parts: [name = ''] }) => ({ deployments: this.#worker(name).deployments }),
    ],
    [
      /^POST \/workers\/scripts\/([^/]+)\/deployments$/,
      ({ parts: [name = ''], body }) => {
        const { versions } = JSON.parse(body) as { versions: Share[] };
        return deploy(this.#worker(name), versions);
      },
    ],
    [
      /^GET \/workers\/workers\/([^/]+)$/,
      ({ parts: [name = ''] }) => {
        this.#worker(name);
        return { name, subdomain: { enabled: true, previews_enabled: this.previewUrls } };
      },
    ],
    [
      /^POST \/workers\/workers$/,
      ({ body }) => {
        const { name } = JSON.parse(body) as { name: string };
        this.workers.set(name, newWorker());
        return { name };
      },
    ],
    [
      /^POST \/workers\/workers\/([^/]+)\/previews$/,
      ({ parts: [worker = ''], body }) => {
        const { name } = JSON.parse(body) as { name: string };
        const urls = this.previewUrls ? [this.origin] : [];
        const preview = { ...{ id: randomUUID(), name, slug: name, urls }, commits: [] };
        this.#worker(worker).previews.set(name, preview);
        return preview;
      },
    ],
    [
      /^(GET|PATCH|DELETE) \/workers\/workers\/([^/]+)\/previews\/([^/]+)$/,
      ({ parts: [method, worker = '', id = ''] }) => {
        const preview = this.#preview(worker, id);
        if (method === 'DELETE') this.#worker(worker).previews.delete(preview.name);
        return preview;
      },
    ],
    [
      /^(GET|POST) \/workers\/workers\/([^/]+)\/previews\/([^/]+)\/deployments(?:\/latest)?$/,
      ({ parts: [method, worker = '', id = ''], body }) => {
        const preview = this.#preview(worker, id);
        if (method === 'POST') preview.commits.push(metadataOf(body).env?.['COMMIT']?.text ?? '');
        return { id: randomUUID(), preview_id: preview.id, urls: preview.urls, env: {} };
      },
    ],
  ];

  #worker(name: string): WorkerState {
    const worker = this.workers.get(name);
    if (worker === undefined) throw noWorker;
    return worker;
  }

  #preview(worker: string, id: string): PreviewState {
    const all = [...this.#worker(worker).previews.values()];
    const preview = all.find((each) => each.name === id || each.id === id);
    if (preview === undefined) throw noPreview;
    return preview;
  }

  /** Says the commit of the newest deployment of any preview, as the bench of that preview would. */
  #about(response: ServerResponse): void {
    const previews = [...this.workers.values()].flatMap((each) => [...each.previews.values()]);
    const commit = this.answers ?? previews.at(-1)?.commits.at(-1) ?? null;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ commit }));
  }
}

const newWorker = (): WorkerState => ({
  ...{ versions: [], deployments: [], migration: undefined, previews: new Map() },
});

function addVersion({ versions }: WorkerState): string {
  const id = randomUUID();
  versions.unshift(id);
  return id;
}

function deploy({ deployments }: WorkerState, versions: Share[]): { id: string } {
  const deployment = { id: randomUUID(), created_on: new Date().toISOString(), versions };
  deployments.unshift(deployment);
  return deployment;
}

const versionOf = (id: string) => ({
  id,
  metadata: {
    created_on: '2026-01-01T00:00:00Z',
    author_email: 'author@example.org',
    source: 'wrangler',
  },
  annotations: {},
  resources: { bindings: [], script: { etag: 'etag', handlers: ['fetch'] }, script_runtime: {} },
});

/** The part named `metadata` of an uploaded form. */
function metadataOf(form: string): Metadata {
  const [, text = '{}'] = /name="metadata"\r\n(?:[^\r\n]+\r\n)*\r\n(.*?)\r\n--/s.exec(form) ?? [];
  return JSON.parse(text) as Metadata;
}
