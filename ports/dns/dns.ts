/** What a name's text records say. */
export type TextRecords =
  | { readonly kind: "found"; readonly texts: readonly string[] }
  /** Nobody published any there. */
  | { readonly kind: "none" }
  /** No answer in time, or one that can't be used. */
  | { readonly kind: "failed" };

/** The port to the domain name system. */
export interface Dns {
  /** The text records of a name, aliases followed. Never throws, and answers within a few seconds. */
  texts(name: string): Promise<TextRecords>;
}

/** Others write what we read: so many records of a name, and characters of each, are looked at. */
export const maxRecords = 50;
export const maxCharacters = 4_000;
