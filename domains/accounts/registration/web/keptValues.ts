import { useEffect } from "react";

type Values = Record<string, string>;

/** What was typed in this tab before a reload; what was never typed is as in `empty`. */
export function keptValues<V extends Values>(key: string, empty: V): V {
  const kept = read(key);
  const known = Object.keys(empty).filter((field) => typeof kept[field] === "string");
  return { ...empty, ...Object.fromEntries(known.map((field) => [field, kept[field]])) };
}

function read(key: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(key) ?? "{}"));
  } catch {
    return {};
  }
}

/** Keeps these values for this tab, until it is closed or its person signs in or out. Never give it a password. */
export function useKeptValues(key: string, values: Values): void {
  const text = JSON.stringify(values);
  useEffect(() => sessionStorage.setItem(key, text), [key, text]);
}
