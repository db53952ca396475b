import * as z from "zod/mini";
import { countText } from "./count.ts";
import { isUsPhone } from "./phone.ts";

/*
 * The kinds of fields that forms are made of, each with its messages. Bodies arrive as form data, urlencoded or JSON,
 * so numbers and flags are read from their texts too.
 */

/** One rule of a field: what must hold, and what is said when it doesn't. */
export type Rule<T> = readonly [holds: (value: T) => boolean, message: string];

/** Checks rules in order and says only the first that fails. */
export function inOrder<T>(...rules: Rule<T>[]) {
  return z.check<T>((context) => {
    const broken = rules.find(([holds]) => !holds(context.value));
    if (broken) context.issues.push({ code: "custom", message: broken[1], input: context.value });
  });
}

/** What was sent, as a text; an object or a list is none. */
function textOf(value: unknown): string {
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
}

const asText = z.pipe(
  z.transform((value: string | undefined) => {
    if (value === undefined || value === null) return "";
    return typeof value === "object" ? value : textOf(value).trim();
  }),
  z.string({ error: "This is not a text" }),
);

const present = (message: string): Rule<string> => [(value) => value.length > 0, message];
const short = (max: number): Rule<string> => [
  (value) => value.length <= max,
  `Please use at most ${countText(max)} characters`,
];
/** Postgres can't store it, and nobody types it. */
const noNul: Rule<string> = [(value) => !value.includes("\u0000"), "This contains a character that can't be stored"];

/** A text that must not be empty. */
export function required(message: string, max = 255) {
  return asText.check(inOrder(present(message), short(max), noNul));
}

/** A text that may be left out; then it is empty. */
export function optionalText(max = 255) {
  return asText.check(inOrder(short(max), noNul));
}

const looksLikeEmail = /^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\]+\.[^\s@<>()",;:\\.]{2,}$/;

/** True for what can be an e-mail address. */
export const isEmail = (text: string) => looksLikeEmail.test(text);

/** An e-mail address. */
export function email(message: string) {
  return asText.check(inOrder(present(message), short(254), noNul, [isEmail, "Please enter a valid email address"]));
}

/** An e-mail address that may be left out; then it is empty. */
export function optionalEmail() {
  const right: Rule<string> = [(value) => value === "" || isEmail(value), "Please enter a valid email address"];
  return asText.check(inOrder(short(254), noNul, right));
}

/** A US telephone number as typed; `missing` is said when it is empty. The other texts are the specification's. */
export function usPhone(missing: string) {
  return asText.check(
    inOrder(
      present(missing),
      [(value) => value.length >= 10, "Phone number is invalid2"],
      [isUsPhone, "Phone number is invalid3"],
    ),
  );
}

/** A US telephone number that may be left out; then it is empty. */
export function optionalUsPhone() {
  return asText.check(
    inOrder(
      [(value) => value === "" || value.length >= 10, "Phone number is invalid2"],
      [(value) => value === "" || isUsPhone(value), "Phone number is invalid3"],
    ),
  );
}

/** What a malformed id is reported as: it is answered like one that doesn't exist. */
export const absentId = "absent id";

/** The id of a row. */
export const Id = z.pipe(
  z.transform((value: number | string) => Number(textOf(value).trim() || Number.NaN)),
  z.number({ error: absentId }).check(inOrder([(value) => Number.isSafeInteger(value) && value > 0, absentId])),
);
export type Id = z.infer<typeof Id>;

/** What a malformed id is read as where it may be left out: no row has it, so it is answered like one that doesn't exist. */
const nobodysId = 0;
const isLeftOut = (value: unknown) => ["", "0", "undefined", "null"].includes(textOf(value).trim());

function readId(value: unknown): number {
  const id = Number(textOf(value));
  return Number.isSafeInteger(id) && id > 0 ? id : nobodysId;
}

/** An id in a form that a person has to choose. */
export function chosenId(message: string) {
  return z.pipe(
    z.transform((value: number | string | null | undefined) => (isLeftOut(value) ? Number.NaN : readId(value))),
    z.number({ error: message }),
  );
}

/** An id that may be left out. */
export const optionalId = z.optional(
  z.pipe(
    z.transform((value: number | string | null | undefined) => (isLeftOut(value) ? undefined : readId(value))),
    z.optional(z.number()),
  ),
);

/** One of a few whole numbers, given as number or text: a type, a status. */
export function oneOf<const T extends number>(values: readonly T[], message: string) {
  return z.pipe(
    z.transform((value: number | string) => Number(textOf(value).trim() || Number.NaN)),
    z.literal(values, { error: message }),
  );
}

/** 1 or 0, however it was sent: `1`, `"1"`, `true`, `"on"`, `"yes"`. Left out: 0. */
export const Flag = z.pipe(
  z.transform((value: number | string | boolean | undefined) =>
    ["1", "true", "on", "yes"].includes(textOf(value).toLowerCase()) ? 1 : 0,
  ),
  z.literal([0, 1]),
);

/** 1 or 0 as in `Flag`; left out or empty: undefined, so that what is not said is not changed. */
export const optionalFlag = z.optional(
  z.pipe(
    z.transform((value: number | string | boolean | null | undefined) => {
      if (value === undefined || value === null || value === "") return undefined;
      return ["1", "true", "on", "yes"].includes(textOf(value).toLowerCase()) ? 1 : 0;
    }),
    z.optional(z.literal([0, 1])),
  ),
);

/** An instant on the wire: ISO 8601 in UTC. */
export const Instant = z.pipe(
  z.transform((value: Date | string) => (value instanceof Date ? value.toISOString() : value)),
  z.string(),
);
