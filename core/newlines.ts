const foreignNewline = /\r\n?/g;

/**
 * A copy of plain data with one character for each line's end. Browsers send those of form data as two, which would be
 * counted, stored and texted as two.
 */
export function withPlainNewlines<T>(value: T): T {
  if (typeof value === "string") return (value.includes("\r") ? value.replace(foreignNewline, "\n") : value) as T;
  if (Array.isArray(value)) return value.map(withPlainNewlines) as T;
  if (typeof value !== "object" || value === null) return value;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withPlainNewlines(item)])) as T;
}
