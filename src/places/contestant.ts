/** A contestant, as its folder in `src/systems/` declares it. Pure data, which pages, commands and Workers share. */
import type { SystemOutline } from '../harness/plan/index.ts';
import type { ProcessArm } from './processes/names.ts';

/** Symbols that can be told apart both filled and hollow. All but `down`, `left` and `right` are named as Plot names them. */
export const symbols = [
  'circle',
  'diamond',
  'square',
  'triangle',
  'hexagon',
  'star',
  'cross',
  'down',
  'left',
  'right',
  'wye',
] as const;
export type SystemSymbol = (typeof symbols)[number];

export type Color = `#${string}`;

export interface Contestant extends SystemOutline {
  /**
   * Versions of the libraries it is built from, read from the installed packages; empty where it is
   * written by hand. Absent for what is only quoted, or a part of the platform.
   */
  versions?: Readonly<Record<string, string>>;
  /** The package that it is measured with where that is installed, and is left out of a bench without. */
  needs?: string;
  /** The shape of its mark. No two systems that share a study share a shape. */
  mark: SystemSymbol;
  /**
   * Its colour on a light page and on a dark one. A study’s colours are for the systems that its
   * title names and for its baseline; others are grey. No two systems share a colour.
   */
  colors: readonly [light: Color, dark: Color];
  /** Its arms between processes. @param workloads ids of those that there are */
  processes?: (workloads: readonly string[]) => readonly ProcessArm[];
}
