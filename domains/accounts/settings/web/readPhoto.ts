/** Twice the stored size for sharpness, yet small enough to upload from a phone. */
const side = 640;

/** Crops and scales an image file to a square data URL; undefined when the browser can't decode it. */
export async function readPhoto(file: File): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!bitmap || !context) return undefined;
  const { width, height } = bitmap;
  const size = Math.min(width, height);
  canvas.width = Math.min(side, size);
  canvas.height = canvas.width;
  // JPEG would turn transparent areas black.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.width);
  context.drawImage(bitmap, (width - size) / 2, (height - size) / 2, size, size, 0, 0, canvas.width, canvas.width);
  bitmap.close();
  return canvas.toDataURL("image/jpeg", 0.88);
}
