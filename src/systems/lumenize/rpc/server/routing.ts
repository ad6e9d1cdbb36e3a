/** Leads requests to the Durable Object that their address names. */
import { frameType } from '../protocol/protocol.ts';

/**
 * `true` for every origin, `false` for none, a list of origins, or what decides on one. With `false`
 * requests are let through and answered without a word of it.
 */
export type Cors = boolean | { origin: string[] | ((origin: string, request: Request) => boolean) };

function isAllowed(origin: string, cors: Exclude<Cors, false>, request: Request): boolean {
  if (cors === true) return true;
  return Array.isArray(cors.origin) ? cors.origin.includes(origin) : cors.origin(origin, request);
}

/**
 * Decides on a request of a page: an answer where it goes no further, and the origin that its
 * answer has to name where it does.
 */
function corsOf(request: Request, cors: Cors): { answer?: Response; origin?: string } {
  const origin = request.headers.get('Origin');
  if (origin === null || cors === false) return {};
  const allowed = isAllowed(origin, cors, request);
  if (request.method === 'OPTIONS') {
    return {
      answer: withOrigin(new Response(null, { status: 204 }), allowed ? origin : undefined),
    };
  }
  if (allowed) return { origin };
  return { answer: new Response(`origin: got ${origin}, which is not allowed`, { status: 403 }) };
}

/** The response with the headers that let a page of the origin read it. */
function withOrigin(response: Response, origin: string | undefined): Response {
  if (origin === undefined) return response;
  const { status, statusText, body, webSocket } = response;
  const headers = new Headers(response.headers);
  headers.set('Access-Control-Allow-Origin', origin);
  headers.set('Vary', 'Origin');
  return new Response(body, { status, statusText, headers, webSocket });
}

/** What routing needs of a Durable Object namespace. */
interface Namespace<Id = unknown> {
  idFromString(id: string): Id;
  idFromName(name: string): Id;
  get(id: Id): { fetch(request: Request): Promise<Response> };
}

/** Where a request is about to go. */
interface RouteContext {
  doNamespace: unknown;
  /** Name, or id of 64 hexadecimal digits, as the address has it. */
  doInstanceNameOrId: string;
}

/** May answer a request itself, or send another one on in its place. */
type Hook = (
  request: Request,
  context: RouteContext,
) => Promise<Response | Request | undefined | void> | Response | Request | undefined | void;

export interface RouteOptions {
  /** What an address begins with; nothing unless given. */
  prefix?: string;
  /** Which pages of other origins may send requests; all may, and none may read, unless given. */
  cors?: Cors;
  /** Is asked before a WebSocket is opened. */
  onBeforeConnect?: Hook;
  /** Is asked before any other request is sent on. */
  onBeforeRequest?: Hook;
}

/** An address that names a binding and no instance of it. */
export class MissingInstanceNameError extends Error {
  readonly code = 'MISSING_INSTANCE_NAME';
  readonly httpErrorCode = 400;
  override readonly name = 'MissingInstanceNameError';

  constructor(pathname: string) {
    super(`address: got ${pathname.slice(0, 80)}, expected /{binding}/{instance} in it`);
  }
}

const HEX_ID = /^[0-9a-f]{64}$/;

/** What follows a prefix in a path, without its first slash; undefined where it does not begin so. */
export function behindPrefix(pathname: string, prefix: string): string | undefined {
  const type = frameType(prefix);
  const start = type === '' ? '/' : `/${type}/`;
  return pathname.startsWith(start) ? pathname.slice(start.length) : undefined;
}

/** `my-counter`, `myCounter` and `MY_COUNTER` as one spelling. */
function spelling(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase();
}

function isNamespace(value: unknown): value is Namespace {
  return typeof value === 'object' && value !== null && 'idFromName' in value && 'get' in value;
}

/**
 * Sends a request to the Durable Object that its address names, and leaves other paths alone. The
 * binding may be spelled in kebab, camel or SCREAMING_SNAKE case. The object learns from headers how
 * it was named.
 *
 * @returns undefined where the path does not begin with the prefix, or names no binding of `env`
 * @throws MissingInstanceNameError
 */
export async function routeDORequest(
  request: Request,
  env: object,
  { prefix = '', cors = false, onBeforeConnect, onBeforeRequest }: RouteOptions = {},
): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const [binding, instance] = behindPrefix(pathname, prefix)?.split('/').filter(Boolean) ?? [];
  if (binding === undefined) return undefined;
  const wanted = spelling(binding);
  const entry = Object.entries(env).find(
    ([name, value]) => spelling(name) === wanted && isNamespace(value),
  );
  if (entry === undefined) return undefined;
  if (instance === undefined) throw new MissingInstanceNameError(pathname);
  const { answer, origin } = corsOf(request, cors);
  if (answer !== undefined) return answer;
  const namespace = entry[1] as Namespace;
  const isSocket = request.headers.get('Upgrade')?.toLowerCase() === 'websocket';
  const hook = isSocket ? onBeforeConnect : onBeforeRequest;
  const changed = await hook?.(request, { doNamespace: namespace, doInstanceNameOrId: instance });
  if (changed instanceof Response) return withOrigin(changed, origin);
  const id = HEX_ID.test(instance)
    ? namespace.idFromString(instance)
    : namespace.idFromName(instance);
  const named = new Request(changed instanceof Request ? changed : request);
  named.headers.set('X-Lumenize-DO-Instance-Name-Or-Id', instance);
  named.headers.set('X-Lumenize-DO-Binding-Name', entry[0]);
  return withOrigin(await namespace.get(id).fetch(named), origin);
}
