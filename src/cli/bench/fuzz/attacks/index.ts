/** Every attack that was once seen to do harm. To add one: an item in a file of its subject, listed here. */
import type { Attack } from '../hostile.ts';
import { capnwebAttacks } from './capnweb.ts';
import { floods, quotaAttacks } from './floods.ts';
import { unread } from './unread.ts';
import { valueAttacks } from './values.ts';

export const attacks: readonly Attack[] = [
  ...capnwebAttacks,
  ...valueAttacks,
  ...floods,
  ...unread,
  ...quotaAttacks,
];
