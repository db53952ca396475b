import * as z from "zod/mini";
import { Id } from "#core/fields.ts";

/* The fields that a business declares itself, for all of its locations. */

export const customKinds = ["text", "number", "date", "choice", "yes_no"] as const;
export type CustomKind = (typeof customKinds)[number];

/** The most fields that are in use at once, the most ever declared, and the most options of a choice. */
export const mostCustomFields = 50;
export const mostDeclared = 200;
export const mostOptions = 50;

export const longestName = 60;
export const longestOption = 100;
export const longestText = 255;

export const CustomField = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(customKinds),
  /** The values of a choice, in order. */
  options: z.array(z.string()),
  /** Names its values in a customer's `custom`, and the variable of templates: `%custom.lease_end%`. It never changes. */
  key: z.string(),
});
export type CustomField = z.infer<typeof CustomField>;

/**
 * What a customer's own fields hold, by key; one without a value has no key. Numbers are written 1200.5, dates 2026-02-28,
 * and a yes or no yes or no.
 */
export const CustomValues = z.record(z.string(), z.string());
export type CustomValues = Readonly<Record<string, string>>;

/** What a form, a request or a cell says about some of them; empty clears a field. */
export const CustomInput = z.optional(
  z.record(
    z.string(),
    z.pipe(
      z.transform((value: string | number | boolean | null) => {
        if (value === null) return "";
        return typeof value === "object" ? value : String(value);
      }),
      z.string({ error: "Enter text here" }),
    ),
    { error: "Send the fields as an object" },
  ),
);
export type CustomInput = Readonly<Record<string, string>>;

export const customComparisons = ["is", "contains", "between", "filled", "empty"] as const;
export type CustomComparison = (typeof customComparisons)[number];

/** By at most this many own fields at once. */
export const mostCustomFilters = 5;

/** Narrows customers by one own field. */
const CustomFilterInput = z.object(
  {
    key: z.string({ error: "Select a field" }).check(z.maxLength(60, "Select a field")),
    comparison: z.enum(customComparisons, { error: "Select how to compare" }),
    value: z._default(z.string({ error: "Enter text here" }).check(z.maxLength(255, "Use at most 255 characters")), ""),
    /** The last value of a range. */
    to: z._default(z.string({ error: "Enter text here" }).check(z.maxLength(255, "Use at most 255 characters")), ""),
  },
  { error: "Send the filter as an object" },
);
export type CustomFilterInput = z.infer<typeof CustomFilterInput>;
type CustomFilterSent = z.input<typeof CustomFilterInput>;

/** Narrows customers by several own fields, all of which must fit: one filter, or a list of them. */
export const CustomFilterInputs = z._default(
  z.pipe(
    z.transform((value: CustomFilterSent | readonly CustomFilterSent[] | "" | null) => {
      if (value === null || value === "") return [];
      return Array.isArray(value) ? value : [value];
    }),
    z
      .array(CustomFilterInput, { error: "Send the filters as a list" })
      .check(z.maxLength(mostCustomFilters, `Filter by at most ${mostCustomFilters} fields`)),
  ),
  [],
);
