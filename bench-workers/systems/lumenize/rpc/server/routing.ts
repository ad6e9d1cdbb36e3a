import { DEFAULT_PREFIX, frameType } from '../protocol/protocol.ts';

/** The object that an address names. */
interface ObjectAddress {
  /** Binding as the address spells it. */
  binding: string;
  /** Instance: a name, or an id of 64 hexadecimal digits. */
  instance: string;
  /** What follows the instance, without slashes: `call`. */
  rest: string;
}

/** What routing needs of a Durable Object namespace. */
interface Namespace<Id = unknown> {
  idFromString(id: string): Id;
  idFromName(name: string): Id;
  get(id: Id): { fetch(request: Request): Promise<Response> };
}

const HEX_ID = /^[0-9a-f]{64}$/i;

/** Reads `/{prefix}/{binding}/{instance}/{rest}`; undefined for any other path. */
export function readAddress(pathname: string, prefix = DEFAULT_PREFIX): ObjectAddress | undefined {
  const start = `/${frameType(prefix)}/`;
  if (!pathname.startsWith(start)) return undefined;
  const [binding = '', instance = '', ...rest] = pathname.slice(start.length).split('/');
  if (binding === '' || instance === '') return undefined;
  try {
    return {
      binding: decodeURIComponent(binding),
      instance: decodeURIComponent(instance),
      rest: rest.join('/'),
    };
  } catch {
    // A percent sign that escapes nothing: no address of ours.
    return undefined;
  }
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
 * binding may be spelled in kebab, camel or SCREAMING_SNAKE case.
 *
 * @returns undefined where the path is none of this prefix, or names no binding of `env`
 */
export function routeDORequest(
  request: Request,
  env: object,
  { prefix = DEFAULT_PREFIX }: { prefix?: string } = {},
): Promise<Response> | undefined {
  const address = readAddress(new URL(request.url).pathname, prefix);
  if (address === undefined) return undefined;
  const wanted = spelling(address.binding);
  const entry = Object.entries(env).find(
    ([name, value]) => spelling(name) === wanted && isNamespace(value),
  );
  if (entry === undefined) return undefined;
  const namespace = entry[1] as Namespace;
  const { instance } = address;
  const id = HEX_ID.test(instance)
    ? namespace.idFromString(instance)
    : namespace.idFromName(instance);
  return namespace.get(id).fetch(request);
}
