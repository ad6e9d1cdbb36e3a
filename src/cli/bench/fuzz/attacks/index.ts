/** Every attack that was once seen to do harm. To add one: an item in a file of its subject, listed here. */
import type { Attack } from './attack.ts';
import { capnwebAttacks } from './capnweb.ts';
import { gateAttacks } from './gate.ts';

export type { Attack } from './attack.ts';

export const attacks: readonly Attack[] = [...capnwebAttacks, ...gateAttacks];
