/** What the frame tells the page around it. Both sides know it: element.ts here, and outside.ts there. */

/** How tall the frame’s content is. */
export interface FrameHeight {
  type: 'roundtrip-height';
  /** In CSS px. */
  height: number;
}
