import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { madeUpPage } from '../testing/entry.ts';
import { entryCard, siteCard } from './card.ts';
import { pngResponse } from './image.ts';
import { cut, linesOf, outlineOf, widthOf, type TextStyle } from './text.ts';
import { imageText } from './words.ts';

const style: TextStyle = { size: 40, weight: 'bold' };

describe('text', () => {
  it('breaks at spaces into lines that fit, and shortens the last', () => {
    const lines = linesOf('one two three four five six seven eight', style, 200, 2);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/…$/);
    for (const line of lines) expect(widthOf(line, style)).toBeLessThanOrEqual(200);
  });

  it('leaves alone what fits', () => {
    expect(linesOf('one two', style, 900, 2)).toEqual(['one two']);
    expect(cut('one two', style, 900)).toBe('one two');
  });

  it('sets the spaces that numbers are grouped with', () => {
    expect(widthOf('1\u202f042', style)).toBeGreaterThan(widthOf('1042', style));
  });

  it('refuses a character that the font has no outline for', () => {
    expect(() => outlineOf('漢', style, 0, 0)).toThrow('got the character “漢”, expected one of');
  });
});

describe('an entry’s image', () => {
  it('is the same PNG of 1200 × 630 each time', async () => {
    const page = madeUpPage(['measured']);
    const [one, other] = await Promise.all(
      [1, 2].map(async () => (await pngResponse(entryCard(page))).arrayBuffer()),
    );
    if (one === undefined || other === undefined) throw new Error('no image');
    const { width, height, format } = await sharp(one).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' });
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
  });

  it('draws filled shapes for what was measured and hollow ones for what is quoted', () => {
    const circles = (svg: string): string[] =>
      [...svg.matchAll(/<circle [^>]*fill="([^"]*)" stroke="([^"]*)"/g)].map(([, fill, stroke]) =>
        fill === stroke ? 'filled' : 'hollow',
      );
    expect(circles(entryCard(madeUpPage(['measured'])))).toEqual(['filled', 'filled', 'filled']);
    expect(circles(entryCard(madeUpPage(['quoted'])))).toEqual(['hollow', 'hollow']);
  });

  it('asks nothing of the fonts of the machine', () => {
    for (const svg of [entryCard(madeUpPage([])), siteCard()]) {
      expect(svg).not.toMatch(/<text|font-family/);
    }
  });

  it('says in words what it shows', () => {
    expect(imageText(madeUpPage(['quoted']))).toBe(
      'One against two. A [first] entry. Calls: One takes 1.42× (quoted, no interval) the time of Two.',
    );
    expect(imageText(madeUpPage([]))).toBe(
      'One against two. A [first] entry. What | was measured.',
    );
  });
});
