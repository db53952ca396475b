import { useEffect } from "react";

type FormDraft = Record<string, string>;

/** The form values that this tab stored before a reload, with `empty` as the defaults. */
export function readFormDraft<V extends FormDraft>(key: string, empty: V): V {
  const stored = read(key);
  const fields = Object.keys(empty).filter((field) => typeof stored[field] === "string");
  return { ...empty, ...Object.fromEntries(fields.map((field) => [field, stored[field]])) };
}

function read(key: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(key) ?? "{}"));
  } catch {
    return {};
  }
}

/** Stores form values until the tab closes or its person signs in or out. Never pass a password. */
export function usePersistedFormDraft(key: string, values: FormDraft): void {
  const text = JSON.stringify(values);
  useEffect(() => sessionStorage.setItem(key, text), [key, text]);
}
