/** Stands for characters that can't be stored, so that a reader sees that something was there. */
const replacement = "\uFFFD";

/** The text with NULs and lone surrogates replaced: Postgres can't store the first, and the second are no characters. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", replacement);
}

/** A copy of plain data with every text in it, keys too, made storable. Other objects, such as dates, stay as they are. */
export function storable<T>(value: T): T {
  if (typeof value === "string") return storableText(value) as T;
  if (Array.isArray(value)) return value.map(storable) as T;
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storable(item)])) as T;
}

/** The same functions, called with storable arguments only. */
export function withStorableArguments<T extends object>(functions: T): T {
  const wrapped = Object.entries(functions).map(([name, call]) => [
    name,
    (...values: unknown[]) => call(...values.map(storable)),
  ]);
  return Object.fromEntries(wrapped) as T;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
