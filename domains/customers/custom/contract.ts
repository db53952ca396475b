import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, inOrder, listInput, required, sent, sentFlag } from "#core/fields.ts";
import { owner, staff } from "#core/people.ts";
import { CustomField, customKinds, longestName, longestOption, mostDeclared, mostOptions } from "./fields.ts";

const optionsText = "Send the options as a list";
const options = z.pipe(
  z.transform(listInput),
  z
    .array(required("Enter the option, or remove it", longestOption), { error: optionsText })
    .check(z.maxLength(mostOptions, `Keep up to ${mostOptions} options`)),
);

const fieldName = required("Enter a name", longestName);

export const customFields = calls("customFields", {
  all: {
    method: "GET",
    path: "/customers/fields",
    allow: staff,
    supportAccess: "reads",
    about: "The business's own fields of customers that are in use, in order.",
    data: z.object({ fields: z.array(CustomField) }),
  },
  counted: {
    method: "GET",
    path: "/customers/fields/counted",
    allow: owner,
    about: "The business's own fields, archived ones too, each with how many customers of all locations have a value.",
    data: z.object({
      fields: z.array(z.extend(CustomField, { is_archived: z.literal([0, 1]), customers: z.number() })),
    }),
    ownTransactions: true,
  },
  add: {
    method: "POST",
    path: "/customers/fields",
    allow: owner,
    audit: "trail",
    about: "Adds a field of customers: text, number, date, choice with its options, or yes_no. At most 50 are in use.",
    body: z.object({
      name: fieldName,
      kind: z.enum(customKinds, { error: "Select a kind" }),
      options: z._default(options, []),
    }),
    data: z.object({ id: Id, key: z.string() }),
    successMessage: "Field added",
  },
  order: {
    method: "POST",
    path: "/customers/fields/order",
    allow: owner,
    audit: "trail",
    about: "Orders the fields that are in use; field_ids names all of them.",
    body: z.object({
      field_ids: sent(
        z.pipe(
          z.transform(listInput),
          z
            .array(Id, { error: "Send the fields in order" })
            .check(inOrder([(ids) => ids.length <= mostDeclared, "Send each field once"])),
        ),
      ),
    }),
  },
  change: {
    method: "POST",
    path: "/customers/fields/{field_id}",
    allow: owner,
    audit: "trail",
    about:
      "Renames a field, and replaces a choice's options. Its kind and key stay; customers keep values whose option is gone.",
    params: z.object({ field_id: Id }),
    body: z.object({ name: fieldName, options: sent(options) }),
    data: z.object({ id: Id }),
    successMessage: "Field saved",
  },
  archive: {
    method: "POST",
    path: "/customers/fields/{field_id}/archive",
    allow: owner,
    audit: "trail",
    about: "Archives a field (archived: 1), which hides it everywhere and keeps its values, or brings it back (0).",
    params: z.object({ field_id: Id }),
    body: z.object({ archived: sentFlag }),
    data: z.object({ id: Id }),
  },
});
