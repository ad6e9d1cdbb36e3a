/** The design that the journal describes, as it was rebuilt, or what of it is left out to see what that part costs. */
export interface Design {
  /** Whether calls are kept in storage, and not in memory alone. */
  stored: boolean;
  /**
   * How long the boundary around the work of a call lasts: until it is done or, which the description
   * leaves open, until its result has been taken; or that there is none on either side.
   */
  boundary: 'none' | 'work' | 'result';
}

/** By the name of their way. */
export const designs = {
  reconstruction: { stored: true, boundary: 'work' },
  'reconstruction-held': { stored: true, boundary: 'result' },
  'reconstruction-unstored': { stored: false, boundary: 'work' },
  'reconstruction-unbounded': { stored: true, boundary: 'none' },
} as const satisfies Record<string, Design>;
export type DesignName = keyof typeof designs;
export const designNames = Object.keys(designs) as DesignName[];
