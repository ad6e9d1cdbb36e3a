/**
 * The proxy that the environment names. Node reads HTTP_PROXY, HTTPS_PROXY and NO_PROXY, and uses them only where
 * `NODE_USE_ENV_PROXY=1` or `--use-env-proxy` says so.
 */

/** Names of this machine, as NO_PROXY lists them. */
export const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** A process as far as Node decides by it whether to use a proxy: the variables and the options that it was started with. */
interface Started {
  env: Record<string, string | undefined>;
  execArgv: readonly string[];
}

function isOn({ env, execArgv }: Started): boolean {
  const options = `${execArgv.join(' ')} ${env['NODE_OPTIONS'] ?? ''}`;
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
  // An asterisk counts only if nothing stands beside it.
  if (env[name]?.trim() === '*') return;
  env[name] = [env[name], ...LOOPBACK].filter(Boolean).join(',');
}

/**
 * The proxy that requests and sockets of this process to an origin go through, without its password; undefined if
 * they go through none.
 */
export function proxyTo(origin: string, started: Started = process): string | undefined {
  if (!URL.canParse(origin) || !isOn(started)) return undefined;
  const url = new URL(origin);
  const { env } = started;
  // Lowercase names come first, as in Node.
  const named = (name: string) => env[name.toLowerCase()] ?? env[name];
  const plain = named('HTTP_PROXY');
  const proxy = url.protocol === 'https:' ? named('HTTPS_PROXY') || plain : plain;
  if (!proxy || isExcepted(url, named('NO_PROXY') ?? '')) return undefined;
  const { protocol, host } = new URL(proxy.includes('://') ? proxy : `http://${proxy}`);
  return `${protocol}//${host}`;
}

/** True of an address of this machine, and of one that NO_PROXY excepts. */
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
