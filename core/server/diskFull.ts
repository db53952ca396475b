const codes = new Set(["ENOSPC", "EDQUOT", "53100"]);
const words = /no space left on device|disk quota exceeded|disk is full/i;

interface DiskFault {
  readonly code?: unknown;
  readonly path?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** Says in an operator's words that a disk is full, if that is behind an error or one of its causes. */
export function diskFullWords(error: unknown, depth = 0): string | undefined {
  if (typeof error !== "object" || error === null || depth > 5) return undefined;
  const { code, path, message, cause, errors } = error as DiskFault;
  if (codes.has(String(code)) || words.test(String(message ?? ""))) {
    if (code === "53100") return "The database's disk is full. Free some space where Postgres keeps its data.";
    const where = typeof path === "string" ? ` at ${path}` : "";
    return `The disk is full${where}. Free some space, or give Rooftop a larger one.`;
  }
  const causes = [cause, ...(Array.isArray(errors) ? errors : [])];
  return causes.map((one) => diskFullWords(one, depth + 1)).find((found) => found !== undefined);
}
