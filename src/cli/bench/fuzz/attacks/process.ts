/** The process of one attack: its id and the origin of a bench are its arguments, its ending is printed. */
import '../../../shared/identify.ts';
import { messageOf } from '../../../../bench-client/failure.ts';
import { attacks } from './index.ts';

const [id, origin = ''] = process.argv.slice(2);
const attack = attacks.find((each) => each.id === id);
if (attack === undefined) throw new Error(`attack: got ${id}, expected one of the list`);
const ending = await attack.run(origin).catch((error: unknown) => `failed: ${messageOf(error)}`);
process.stdout.write(ending, () => process.exit());
