/** Plays a call. Browsers may refuse sound until someone presses something: then without it. @returns whether it is heard. */
export async function playSound(video: HTMLVideoElement): Promise<boolean> {
  video.muted = false;
  try {
    await video.play();
    return true;
  } catch {
    video.muted = true;
    await video.play().catch(() => undefined);
    // One that was only interrupted, by another stream, is heard.
    return video.srcObject === null;
  }
}
