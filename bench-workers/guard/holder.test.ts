import { expect, it } from 'vitest';
import { limits } from '../../src/wire/limits.ts';
import { Holder, heldBytes } from './holder.ts';

const MIB = 1024 * 1024;

/** A client of an object, and why it was ended. */
function keeping(owner = {}) {
  const ended: string[] = [];
  const holder = new Holder(owner, ({ reason }) => ended.push(reason));
  return { holder, ended };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

it('ends the client with the most above 48 MiB for all, and counts it no more', async () => {
  expect(heldBytes()).toBe(48 * MIB);
  const [large, small] = [keeping(), keeping()];
  expect(large.holder.add(30 * MIB)).toBe(true);
  expect(small.holder.add(18 * MIB)).toBe(true);
  expect(small.holder.add(1)).toBe(false);
  await settled();
  expect(large.ended).toEqual([`{"error":"limit","limit":"heldBytes","most":${48 * MIB}}`]);
  expect([large.holder.isOver, small.holder.isOver]).toEqual([true, false]);
  // There is room again for what the first had.
  expect(small.holder.add(30 * MIB - 1)).toBe(true);
  small.holder.close();
});

it('ends a client for whom the service keeps more than a socket may queue', async () => {
  const { holder, ended } = keeping();
  holder.addForService(limits.socket.queuedBytes);
  holder.addForService(-1);
  holder.addForService(1);
  expect(holder.isOver).toBe(false);
  holder.addForService(1);
  await settled();
  expect(ended).toEqual([`{"error":"limit","limit":"socket.queuedBytes","most":${8 * MIB}}`]);
});

it('forgets all that an object kept when it ends', () => {
  const owner = {};
  const [one, two] = [keeping(owner), keeping(owner)];
  for (const { holder } of [one, two]) holder.add(20 * MIB);
  Holder.forget(owner);
  const other = keeping();
  expect(other.holder.add(48 * MIB)).toBe(true);
  other.holder.close();
});

it('gives back no more than it keeps', () => {
  const { holder } = keeping();
  holder.add(MIB);
  holder.clear();
  // What ends late says so once more.
  holder.add(-MIB);
  const other = keeping();
  expect(other.holder.add(48 * MIB)).toBe(true);
  expect(keeping().holder.add(1)).toBe(false);
});
