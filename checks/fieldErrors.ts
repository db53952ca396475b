import * as z from "zod/mini";

const defaultText = z.safeParse(z.string(), 1).error?.issues[0]?.message ?? "";

/** What is wrong with a 422's data, in sentences: each error names its field, and says in our words what to do. */
export function unclearErrors(data: unknown): string[] {
  const errors = Object.entries((data ?? {}) as Record<string, unknown>);
  if (errors.length === 0) return ["no field is named"];
  return errors.flatMap(([field, text]) => [
    ...(field === "" ? [`"${text}" names no field`] : []),
    ...(typeof text !== "string" || text === "" || isDefault(text) ? [`${field}: ${text}`] : []),
  ]);
}

const isDefault = (text: string) =>
  text === defaultText || /^(Too (big|small)|Unrecognized)|\b(expected|received|NaN|undefined)\b/i.test(text);
