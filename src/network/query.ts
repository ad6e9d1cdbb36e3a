/** The model’s values in the address of its page: `?latency=10&bandwidth=100&counting=source`. */
import { countings, type Counting } from './model.ts';
import { fieldIds, fields, readNumber, type FieldId, type Values } from './values.ts';

/** What an address asks for. */
export interface Asked {
  values: Partial<Values>;
  /** What could not be read: one message a parameter, with the value got and the one expected. */
  refused: string[];
}

/** Reads the query of an address. Other parameters are left to others. */
export function readQuery(search: string): Asked {
  const query = new URLSearchParams(search);
  const asked: Asked = { values: {}, refused: [] };
  for (const id of fieldIds) {
    const text = query.get(id);
    if (text === null) continue;
    try {
      asked.values[id] = readNumber(fields[id], text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      asked.refused.push(error.message);
    }
  }
  const counting = query.get('counting');
  if (isCounting(counting)) asked.values.counting = counting;
  else if (counting !== null) {
    asked.refused.push(`counting: got "${counting}", expected one of ${countings.join(', ')}`);
  }
  return asked;
}

/** The query for values: only what differs from the defaults. Parameters of others stay. */
export function writeQuery(values: Values, defaults: Values, search = ''): string {
  const query = new URLSearchParams(search);
  const names: Array<FieldId | 'counting'> = [...fieldIds, 'counting'];
  for (const name of names) {
    if (values[name] === defaults[name]) query.delete(name);
    else query.set(name, String(values[name]));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function isCounting(text: string | null): text is Counting {
  return countings.some((counting) => counting === text);
}
