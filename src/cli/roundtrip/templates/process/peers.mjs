// Both ends load this module. The example’s protocol is a line of JSON a message: put yours in its place.
import { createInterface } from 'node:readline';

/** The system and its arms: each names the runtimes of its caller and of what it calls. */
export const system = {
  id: 'lines',
  label: 'Lines',
  versions: { lines: '1.0.0' },
  arms: [{ name: 'node-node', label: 'Node to Node', client: 'node', server: 'node' }],
};

/** In the called process: offers the service. */
export function serve(service) {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const [id, method, ...values] = JSON.parse(line);
    process.stdout.write(`${JSON.stringify([id, service[method](...values)])}\n`);
  });
}

/** In the calling process: the operations that workloads call, and what passed, told to the meter. */
export function open(child, meter) {
  const { stdin, stdout } = child.process;
  const pending = new Map();
  createInterface({ input: stdout }).on('line', (line) => {
    meter.count('in', line);
    const [id, value] = JSON.parse(line);
    pending.get(id).resolve(value);
    pending.delete(id);
  });
  const end = (how) => {
    for (const { reject } of pending.values()) reject(new Error(how));
    pending.clear();
  };
  child.ended.then(end);
  let last = 0;
  const call = (method, ...values) =>
    new Promise((resolve, reject) => {
      const line = JSON.stringify([(last += 1), method, ...values]);
      pending.set(last, { resolve, reject });
      meter.count('out', line);
      stdin.write(`${line}\n`);
    });
  return {
    operations: { echo: (value) => call('echo', value), answered: () => call('answered') },
    close: () => end('the connection is closed'),
  };
}
