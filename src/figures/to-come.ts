/** What stands in the place of the reader’s own ratio while there is none, before a run and during one. */
export const toCome = { idle: 'press Run', running: 'measuring …' } as const;

/** Class of the group of texts that say so. */
export const TO_COME = 'rt-to-come';
