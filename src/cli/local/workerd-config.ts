import type { WranglerConfig } from './wrangler-config.ts';

/** What a workerd configuration is made of. Paths are relative to the file it is written to. */
export interface WorkerdOptions {
  config: WranglerConfig;
  /** Bundled module. */
  module: string;
  /** Directory that holds the objects' databases. */
  disk: string;
  /** Where to listen: `localhost:8788`; port 0 lets the system choose. */
  address: string;
  /** Variables that replace those of wrangler.jsonc. */
  vars: Readonly<Record<string, string>>;
}

/** Text of a workerd configuration (Cap'n Proto) that serves the Worker of wrangler.jsonc alone. */
export function workerdConfig({ config, module, disk, address, vars }: WorkerdOptions): string {
  const classes = config.durable_objects.bindings;
  const text = Object.entries({ ...config.vars, ...vars });
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "bench", worker = .bench),
    (name = "disk", disk = (path = ${quote(disk)}, writable = true)),
  ],
  sockets = [(name = "http", address = ${quote(address)}, http = (), service = "bench")],
);

const bench :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed ${quote(module)})],
  compatibilityDate = ${quote(config.compatibility_date)},
  compatibilityFlags = [${config.compatibility_flags.map(quote).join(', ')}],
  durableObjectNamespaces = [
${lines(classes, ({ class_name: name }) => `(className = ${quote(name)}, uniqueKey = ${quote(`roundtrip-${name}`)}, enableSql = true)`)}
  ],
  durableObjectStorage = (localDisk = "disk"),
  bindings = [
${lines(classes, ({ name, class_name }) => `(name = ${quote(name)}, durableObjectNamespace = (className = ${quote(class_name)}))`)}
${lines(text, ([name, value]) => `(name = ${quote(name)}, text = ${quote(value)})`)}
  ],
);
`;
}

function lines<Item>(items: readonly Item[], print: (item: Item) => string): string {
  return items.map((item) => `    ${print(item)},`).join('\n');
}

/** A Cap'n Proto text literal; its escapes are C's, of which JSON's are a part. */
function quote(text: string): string {
  return JSON.stringify(text);
}
