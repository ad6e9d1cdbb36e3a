/**
 * The proxy that a client’s environment names. Node reads HTTP_PROXY, HTTPS_PROXY and NO_PROXY, and uses them only
 * where `NODE_USE_ENV_PROXY=1` or `--use-env-proxy` says so. Chromium on Linux always uses them, and ALL_PROXY too.
 */

/** Names of this machine, as NO_PROXY lists them. */
export const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** What decides whether Node uses a proxy: the variables of a process, and the options that it was started with. */
interface Started {
  env: Record<string, string | undefined>;
  execArgv: readonly string[];
  platform?: NodeJS.Platform;
}

/** Lowercase names come first, as in Node and in Chromium. */
const variable = (env: Started['env'], name: string): string | undefined =>
  env[name.toLowerCase()] ?? env[name];

function isOn({ env, execArgv }: Started): boolean {
  // Older versions of Node ignore the variable.
  if (!process.allowedNodeEnvironmentFlags.has('--use-env-proxy')) return false;
  const options = [...execArgv, ...(env['NODE_OPTIONS'] ?? '').split(/\s+/)];
  return env['NODE_USE_ENV_PROXY'] === '1' || options.includes('--use-env-proxy');
}

/**
 * Has this process and those that it starts reach this machine without a proxy, which Node does only where
 * NO_PROXY says so. Node looks at that variable again for each request.
 */
export function bypassLoopback(started: Started = process): void {
  if (!isOn(started)) return;
  const { env } = started;
  const name = env['no_proxy'] === undefined ? 'NO_PROXY' : 'no_proxy';
  // A lone asterisk counts only by itself.
  if (env[name]?.trim() === '*') return;
  env[name] = [env[name], ...LOOPBACK].filter(Boolean).join(',');
}

/**
 * The proxy that requests and sockets of this process to an origin go through, without its password; undefined
 * where they go through none. Of this machine’s own addresses {@link bypassLoopback} keeps every proxy away.
 */
export function proxyTo(origin: string, started: Started = process): string | undefined {
  if (!URL.canParse(origin) || !isOn(started)) return undefined;
  const { env } = started;
  const url = new URL(origin);
  const plain = variable(env, 'HTTP_PROXY');
  return throughProxy(
    url,
    url.protocol === 'https:' ? variable(env, 'HTTPS_PROXY') || plain : plain,
    env,
  );
}

/** The same of a Chromium that this process starts. Elsewhere than on Linux it asks the system, and nobody here knows. */
export function chromiumProxyTo(origin: string, started: Started = process): string | undefined {
  const { env, platform } = started;
  if (!URL.canParse(origin) || platform !== 'linux') return undefined;
  const url = new URL(origin);
  const own = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  return throughProxy(url, variable(env, 'ALL_PROXY') || variable(env, own), env);
}

/** A proxy without its password; undefined where there is none, and where the address is excepted. */
function throughProxy(
  url: URL,
  proxy: string | undefined,
  env: Started['env'],
): string | undefined {
  if (!proxy || isExcepted(url, variable(env, 'NO_PROXY') ?? '')) return undefined;
  const { protocol, host } = new URL(proxy.includes('://') ? proxy : `http://${proxy}`);
  return `${protocol}//${host}`;
}

/** Whether NO_PROXY, or that it is this machine, excepts an address. */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  if (list === '*') return true;
  const own = port || (protocol === 'https:' ? '443' : '80');
  const entries = [...list.split(/[,\s]+/).filter(Boolean), ...LOOPBACK];
  return entries.some((entry) => {
    const [, host = entry, only = own] = /^(.+):(\d+)$/.exec(entry) ?? [];
    const name = host.replace(/^\*?\./, '').toLowerCase();
    return only === own && (hostname === name || hostname.endsWith(`.${name}`));
  });
}
