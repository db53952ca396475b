/** Loads the image library at the first picture: its native code takes 11 MB. */
export async function loadSharp() {
  const { default: sharp } = await import("sharp");
  return sharp;
}
