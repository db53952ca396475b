/** The MIME type that a file's bytes show, whatever its name claims; undefined for an unknown format. */
export async function mimeTypeOf(bytes: Uint8Array): Promise<string | undefined> {
  // Loaded at the first file.
  const { fileTypeFromBuffer } = await import("file-type");
  return (await fileTypeFromBuffer(bytes))?.mime;
}
