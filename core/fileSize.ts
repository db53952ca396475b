/** The largest file, in bytes, that is taken for a text. */
export const maxFileBytes = 10 * 1024 * 1024;

const units = ["KB", "MB", "GB"] as const;

/** `840 KB`, `1.2 MB`: a file's size as users read it. */
export function fileSize(bytes: number): string {
  let size = bytes / 1024;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size < 10 && unit > 0 ? size.toFixed(1) : Math.max(1, Math.round(size))} ${units[unit]}`;
}
