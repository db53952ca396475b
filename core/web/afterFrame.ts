/**
 * Does something when the next frame is on the screen, so that what comes of a press is seen first. A page out of sight
 * draws no frames, and may have no later: there it is done at once. Answers how to call it off.
 */
export function afterFrame(act: () => void): () => void {
  if (document.visibilityState !== "visible") {
    act();
    return () => undefined;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
