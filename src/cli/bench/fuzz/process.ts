/**
 * The process of whoever means harm, whose work so keeps no visitor from the clock. Its arguments are the
 * origin of a bench, and the id of an attack, whose ending is printed; or `visits`, how many frames, a
 * seed, and what no answer may show: what became of the visits is printed as JSON.
 */
import '../../shared/identify.ts';
import { messageOf } from '../../../bench-client/failure.ts';
import { attacks } from './attacks/index.ts';
import { visitAll } from './visits.ts';

const [origin = '', what, ...given] = process.argv.slice(2);
const attack = attacks.find(({ id }) => id === what);

async function said(): Promise<string> {
  if (attack !== undefined) {
    return attack.run(origin).catch((error: unknown) => `failed: ${messageOf(error)}`);
  }
  if (what !== 'visits')
    throw new Error(`attack: got ${what}, expected one of the list, or visits`);
  const [frames = '', seed = '', ...secrets] = given;
  return JSON.stringify(await visitAll(origin, Number(frames), Number(seed), secrets));
}

process.stdout.write(await said(), () => process.exit());
