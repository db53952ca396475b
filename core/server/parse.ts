import * as z from "zod/mini";
import { Failure, type FieldErrors } from "#core/failure.ts";
import { absentId } from "#core/fields.ts";
import { withPlainNewlines } from "#core/newlines.ts";
import { storable } from "#core/storable.ts";

/**
 * Parses input with its schema. Lines end with one character, however they were sent. What it returns can be stored: fields refuse a NUL themselves, and what is left of such
 * characters is replaced.
 *
 * @throws Failure `absent` for a malformed id, which is answered like one that doesn't exist; otherwise `invalid` with
 * every invalid field's text, and the first of them as the message.
 */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, withPlainNewlines(value));
  if (parsed.success) return storable(parsed.data);
  const fields: FieldErrors = {};
  for (const issue of parsed.error.issues) {
    if (issue.message === absentId) throw new Failure("absent");
    const field = issue.path.map(String).join(".");
    fields[field] ??= issue.message;
  }
  const [first] = Object.values(fields);
  throw new Failure("invalid", first, { fields });
}
