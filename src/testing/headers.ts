/** Reads a _headers file as the platform's asset server does. */

interface Rule {
  path: RegExp;
  /** Names, in lower case, that rules before it set and this one takes away. */
  removed: string[];
  set: Array<[name: string, value: string]>;
}

/** @throws SyntaxError naming the line that cannot be read */
export function readHeaders(text: string): Rule[] {
  const rules: Rule[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('/')) {
      const pattern = line.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
      rules.push({ path: new RegExp(`^${pattern.join('.*')}$`), removed: [], set: [] });
      continue;
    }
    const rule = rules.at(-1);
    const [, removed, name = '', value = ''] = /^(?:! *(\S+)|(\S+): *(.*))$/.exec(line) ?? [];
    if (rule === undefined || (removed === undefined && name === '')) {
      const expected = rule === undefined ? 'a path before it' : '"Name: value" or "! Name"';
      throw new SyntaxError(`_headers: got ${JSON.stringify(line)}, expected ${expected}`);
    }
    if (removed === undefined) rule.set.push([name.toLowerCase(), value]);
    else rule.removed.push(removed.toLowerCase());
  }
  return rules;
}

/** The headers of a path: of all rules that match, one after the other. A query changes nothing. */
export function headersOf(rules: readonly Rule[], address: string): Map<string, string> {
  const path = address.replace(/[?#].*$/s, '');
  const headers = new Map<string, string>();
  for (const rule of rules.filter((each) => each.path.test(path))) {
    for (const name of rule.removed) headers.delete(name);
    for (const [name, value] of rule.set) {
      const before = headers.get(name);
      headers.set(name, before === undefined ? value : `${before}, ${value}`);
    }
  }
  return headers;
}
