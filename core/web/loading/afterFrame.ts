/**
 * Runs `act` after the next frame, so that the feedback to a click appears first. A hidden page renders no frames:
 * there it runs at once. Returns a function that cancels it.
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
