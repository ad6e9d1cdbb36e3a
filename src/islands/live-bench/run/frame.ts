/** Longest wait for a frame, in ms: a page that is hidden meanwhile gets none. */
const FRAME_MS = 500;

/**
 * Makes a change in the next animation frame and resolves once it has been painted, so that
 * nothing of the drawing is left for the time in which operations are timed.
 */
export async function inFrame(change: () => void): Promise<void> {
  await nextFrame();
  change();
  // A task queued in a frame runs after that frame was painted.
  await new Promise((resolve) => window.setTimeout(resolve, 0));
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const frame = window.requestAnimationFrame(() => {
      window.clearTimeout(late);
      resolve();
    });
    const waitMs = document.visibilityState === 'hidden' ? 0 : FRAME_MS;
    const late = window.setTimeout(() => {
      window.cancelAnimationFrame(frame);
      resolve();
    }, waitMs);
  });
}
