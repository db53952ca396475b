import * as z from "zod/mini";
import { countText } from "./count.ts";
import { nameProblem } from "./displayName.ts";
import { invisible } from "./invisible.ts";
import { isUsPhone, kindOfPhone, toE164, typedPhoneProblem } from "./phone.ts";

/*
 * The field types of forms, each with its messages. Bodies arrive as form data, urlencoded or JSON, so numbers and
 * flags are also parsed from text.
 */

/** One rule of a field: the condition, and the message when it fails. */
export type FieldRule<T> = readonly [holds: (value: T) => boolean, message: string];

/** Checks rules in order and reports only the first that fails. */
export function inOrder<T>(...rules: FieldRule<T>[]) {
  return z.check<T>((context) => {
    const violated = rules.find(([holds]) => !holds(context.value));
    if (violated) context.issues.push({ code: "custom", message: violated[1], input: context.value });
  });
}

/**
 * A rule about several fields of an object. It is checked while other fields are wrong, too, so that all that is wrong is
 * reported at once; the rule sees only the fields that are right by themselves.
 */
export function acrossFields<T extends object>(check: z.core.CheckFn<Partial<T>>) {
  return z.check<T>(
    (context) => {
      const { issues } = context;
      const wrong = new Set(issues.map(({ path }) => path?.[0]));
      const right = Object.entries(context.value).filter(([name]) => !wrong.has(name));
      check({ ...context, issues, value: Object.fromEntries(right) as Partial<T> });
    },
    { when: ({ value }) => typeof value === "object" && value !== null },
  );
}

/** The value as text; objects and lists count as empty. */
function textOf(value: unknown): string {
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
}

const trimmedText = z.pipe(
  z.transform((value: string | undefined) => {
    if (value === undefined || value === null) return "";
    if (typeof value === "object") return value;
    const text = textOf(value).trim();
    return text.replace(invisible, "").trim() === "" ? "" : text;
  }),
  z.string({ error: "Enter text here" }),
);

const notEmpty = (message: string): FieldRule<string> => [(value) => value.length > 0, message];
const maxLength = (max: number): FieldRule<string> => [
  (value) => value.length <= max,
  `Use at most ${countText(max)} characters`,
];
/** Postgres can't store it, and nobody types it. */
const noNul: FieldRule<string> = [(value) => !value.includes("\u0000"), "This contains a character we can't save"];

/** A list as it was sent: forms send an empty one as an empty string, or not at all. */
export const listInput = (value: unknown) => (value === undefined || value === null || value === "" ? [] : value);

/** A text that must not be empty. */
export function required(message: string, max = 255) {
  return trimmedText.check(inOrder(notEmpty(message), maxLength(max), noNul));
}

/** An optional text; empty when omitted. */
export function optionalText(max = 255) {
  return trimmedText.check(inOrder(maxLength(max), noNul));
}

/** Reports what `nameProblem` finds, in its words. */
const fitForTexts = z.check<string>(({ value, issues }) => {
  const message = nameProblem(value);
  if (message) issues.push({ code: "custom", message, input: value });
});

/** The name of a person, a business or a location, which stands in texts and mails. */
export function name(message: string, max = 255) {
  return required(message, max).check(fitForTexts);
}

/** An optional such name; empty when omitted. */
export function optionalName(max = 255) {
  return optionalText(max).check(fitForTexts);
}

const looksLikeEmail = /^[^\s@<>()",;:\\]+@(?:[^\s@<>()",;:\\.]+\.)+[^\s@<>()",;:\\.]{2,}$/;

/** True for a plausible email address. */
export const isEmail = (text: string) => looksLikeEmail.test(text);

/** An email address. */
export function email(message: string) {
  return trimmedText.check(inOrder(notEmpty(message), maxLength(254), noNul, [isEmail, "Enter a valid email address"]));
}

/** An optional email address; empty when omitted. */
export function optionalEmail() {
  const emptyOrEmail: FieldRule<string> = [(value) => value === "" || isEmail(value), "Enter a valid email address"];
  return trimmedText.check(inOrder(maxLength(254), noNul, emptyOrEmail));
}

const notationProblem = (typed: string) => (isUsPhone(typed) ? undefined : "Phone number is invalid");

const reachProblem = (typed: string, takesTollFree = false) => {
  const isAccepted = takesTollFree && kindOfPhone(toE164(typed) ?? "") === "toll_free";
  return isAccepted ? undefined : typedPhoneProblem(typed);
};

/**
 * A US phone number as typed; `missing` is the error when it is empty. Whether its country is allowed, the server knows.
 *
 * @param checksReach false where a stored number stays, although nobody can be reached at it: then the server checks new ones.
 */
export function usPhone(missing: string, { checksReach = true } = {}) {
  return trimmedText.check(
    z.check<string>(({ value, issues }) => {
      const message =
        value === "" ? missing : (notationProblem(value) ?? (checksReach ? reachProblem(value) : undefined));
      if (message) issues.push({ code: "custom", message, input: value });
    }),
  );
}

/** An optional US phone number; empty when omitted. Toll-free numbers are for those who answer calls, not for texts. */
export function optionalUsPhone({ takesTollFree = false } = {}) {
  return trimmedText.check(
    z.check<string>(({ value, issues }) => {
      const message = value === "" ? undefined : (notationProblem(value) ?? reachProblem(value, takesTollFree));
      if (message) issues.push({ code: "custom", message, input: value });
    }),
  );
}

const notSent = "This field is required. Send it empty to clear what is saved.";

/**
 * A field of a change that replaces what is saved. Left out of the request it is refused, because it would be taken for an
 * empty one, which clears the saved value.
 */
export function sent<Field extends z.ZodMiniType>(
  field: Field,
  missing = notSent,
): z.ZodMiniType<z.output<Field>, Exclude<z.input<Field>, undefined>> {
  const given = z.pipe(
    z.transform((value: Exclude<z.input<Field>, undefined>, { issues }) => {
      if (value === undefined) issues.push({ code: "custom", message: missing, input: value });
      return value;
    }),
    field as z.core.$ZodType<z.output<Field>, Exclude<z.input<Field>, undefined>>,
  );
  // An object forgives an absent key whose field may come out as undefined, such as an optional id; a transform may not.
  const kept =
    field._zod.optout === "optional"
      ? z.pipe(
          given,
          z.transform((value: z.output<Field>) => value),
        )
      : given;
  return kept as unknown as ReturnType<typeof sent<Field>>;
}

/** The internal marker of a malformed id, which is answered like one that doesn't exist. */
export const absentId = "absent id";

/** A row's id. */
export const Id = z.pipe(
  z.transform((value: number | string) => Number(textOf(value).trim() || Number.NaN)),
  z.number({ error: absentId }).check(inOrder([(value) => Number.isSafeInteger(value) && value > 0, absentId])),
);
export type Id = z.infer<typeof Id>;

/** A malformed optional id: no row has it, so it is answered like one that doesn't exist. */
const nonexistentId = 0;
const isOmitted = (value: unknown) => ["", "0", "undefined", "null"].includes(textOf(value).trim());

function readId(value: unknown): number {
  const id = Number(textOf(value));
  return Number.isSafeInteger(id) && id > 0 ? id : nonexistentId;
}

/** An id that a form requires. */
export function chosenId(message: string) {
  return z.pipe(
    z.transform((value: number | string | null | undefined) => (isOmitted(value) ? Number.NaN : readId(value))),
    z.number({ error: message }),
  );
}

/** An optional id. */
export const optionalId = z.optional(
  z.pipe(
    z.transform((value: number | string | null | undefined) => (isOmitted(value) ? undefined : readId(value))),
    z.optional(z.number()),
  ),
);

/** An optional whole number from 0 to `max`; null when omitted or empty. */
export function optionalWholeNumber(max: number, message: string) {
  return z.pipe(
    z.transform((value: number | string | null | undefined) => {
      const text = textOf(value).trim();
      return text === "" ? null : Number(text.replaceAll(",", ""));
    }),
    z.nullable(
      z
        .number({ error: message })
        .check(
          inOrder(
            [(value) => Number.isInteger(value) && value >= 0, message],
            [(value) => value <= max, `Enter at most ${countText(max)}`],
          ),
        ),
    ),
  );
}

/** One of a few integers, sent as number or text: a type, a status. */
export function oneOf<const T extends number>(values: readonly T[], message: string) {
  return z.pipe(
    z.transform((value: number | string) => Number(textOf(value).trim() || Number.NaN)),
    z.literal(values, { error: message }),
  );
}

/** An integer within bounds, sent as number or text; empty counts as 0. */
export function wholeNumber(least: number, most: number, message: string) {
  return z.coerce
    .number<number | string>({ error: message })
    .check(inOrder([(value) => Number.isSafeInteger(value) && value >= least && value <= most, message]));
}

/** A text that only programs send, such as a cursor; `message` says what to do when it is malformed. */
export function opaqueText(min: number, max: number, message: string) {
  return z.string({ error: message }).check(inOrder([(value) => value.length >= min && value.length <= max, message]));
}

/** 1 or 0, however it was sent: `1`, `"1"`, `true`, `"on"`, `"yes"`. Omitted: 0. */
export const Flag = z.pipe(
  z.transform((value: number | string | boolean | undefined) =>
    ["1", "true", "on", "yes"].includes(textOf(value).toLowerCase()) ? 1 : 0,
  ),
  z.literal([0, 1]),
);

/** 1 or 0 as in `Flag`, in a change that replaces what is saved. */
export const sentFlag = sent(Flag, "This field is required: send 1 or 0.");

/** 1 or 0 as in `Flag`; undefined when omitted or empty, so that an omitted flag changes nothing. */
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

/** A CSV file in an answer. */
export const CsvFile = z.object({ file_name: z.string(), csv: z.string() });
