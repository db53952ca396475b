/** Twice what is kept, so that it is sharp; small enough to send from a phone. */
const side = 640;

/** A chosen picture as a small square data address; undefined when the browser can't read it. */
export async function readPhoto(file: File): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  const canvas = document.createElement("canvas");
  const paper = canvas.getContext("2d");
  if (!bitmap || !paper) return undefined;
  const { width, height } = bitmap;
  const cut = Math.min(width, height);
  canvas.width = Math.min(side, cut);
  canvas.height = canvas.width;
  // What was see-through would turn black.
  paper.fillStyle = "white";
  paper.fillRect(0, 0, canvas.width, canvas.width);
  paper.drawImage(bitmap, (width - cut) / 2, (height - cut) / 2, cut, cut, 0, 0, canvas.width, canvas.width);
  bitmap.close();
  return canvas.toDataURL("image/jpeg", 0.88);
}
