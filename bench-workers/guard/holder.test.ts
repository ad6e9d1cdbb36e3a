import { expect, it } from 'vitest';
import { limits } from '../../src/wire/limits.ts';
import { Holder, heldBytes } from './holder.ts';

const MIB = 1024 * 1024;

/** The holder of a client, and why the client was ended. */
function keeping(owner = {}) {
  const ended: string[] = [];
  return { holder: new Holder(owner, ({ reason }) => ended.push(reason)), ended };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const reasonOf = (limit: string, most: number) => JSON.stringify({ error: 'limit', limit, most });
/** Expects that all bytes are free. */
function expectRoom() {
  const { holder: all } = keeping();
  const { holder: one } = keeping();
  expect([all.add(48 * MIB), one.add(1)]).toEqual([true, false]);
  one.close();
}

it('ends the client with the most above 48 MiB for all, and counts it no more', async () => {
  expect(heldBytes()).toBe(48 * MIB);
  const [large, small] = [keeping(), keeping()];
  expect(large.holder.add(30 * MIB)).toBe(true);
  expect(small.holder.add(18 * MIB)).toBe(true);
  expect(small.holder.add(1)).toBe(false);
  await settled();
  expect(large.ended).toEqual([reasonOf('heldBytes', 48 * MIB)]);
  expect([large.holder.isOver, small.holder.isOver]).toEqual([true, false]);
  expect(large.holder.add(1)).toBe(false);
  expect(small.holder.add(30 * MIB - 1)).toBe(true);
  small.holder.close();
  expectRoom();
});

it('ends a client for whom the service holds more than a socket may queue', async () => {
  const { holder, ended } = keeping();
  holder.addForService(limits.socket.queuedBytes);
  holder.addForService(-1);
  holder.addForService(1);
  expect(holder.isOver).toBe(false);
  holder.addForService(1);
  await settled();
  expect(ended).toEqual([reasonOf('socket.queuedBytes', 8 * MIB)]);
  expectRoom();
});

it('forgets the bytes of an object that ends, and gives none back twice', () => {
  const owner = {};
  for (const { holder } of [keeping(owner), keeping(owner)]) holder.add(20 * MIB);
  Holder.forget(owner);
  const { holder } = keeping();
  holder.add(MIB);
  holder.clear();
  holder.add(-MIB);
  expectRoom();
});
