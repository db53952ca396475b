import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { customerField, customerFieldNames } from "#domains/customers/fields.ts";
import type { customFields } from "../contract.ts";
import { type CustomKind, mostCustomFields, mostDeclared } from "../fields.ts";
import { foldName, keyFor, tidyName } from "../rules.ts";
import {
  countValues,
  declaredFields,
  fieldsInUse,
  insertField,
  lockFields,
  type StoredField,
  updateField,
} from "./store.ts";

const tooMany = () =>
  new Failure("conflict", `You have ${mostCustomFields} fields, the most there can be. Archive one first.`);

const isInUse = ({ archived_at }: StoredField) => archived_at === null;

export const customFieldHandlers: Handlers<typeof customFields> = {
  all: async ({ db, scope }) => ({ fields: await fieldsInUse(db, scope.dealer_id) }),

  counted: ({ within, scope: { dealer_id }, origin }) =>
    within.cellOf(
      { dealer_id },
      "a business's own fields",
      async ({ db }) => {
        const fields = await declaredFields(db, dealer_id);
        const counts = fields.length === 0 ? new Map<string, number>() : await countValues(db, dealer_id);
        return {
          fields: fields.map(({ archived_at, ...field }) => ({
            ...field,
            is_archived: archived_at === null ? (0 as const) : (1 as const),
            customers: counts.get(field.key) ?? 0,
          })),
        };
      },
      origin,
    ),

  async add(context, { body: { kind, ...body } }) {
    const { db, scope, now, audit } = context;
    const fields = await heldFields(context);
    if (fields.filter(isInUse).length >= mostCustomFields) throw tooMany();
    if (fields.length >= mostDeclared) {
      throw new Failure("conflict", `A business can have ${mostDeclared} fields in all. Bring an archived one back.`);
    }
    const name = freeName(fields, body.name);
    const options = optionsOf(kind, body.options);
    const { dealer_id } = scope;
    const key = keyFor(
      name,
      fields.map((field) => field.key),
    );
    const id = await insertField(db, {
      dealer_id,
      name,
      kind,
      options,
      key,
      position: fields.length + 1,
      created_at: now(),
    });
    await audit({ action: "added", subject: "customer field", subject_id: id, detail: { name, kind } });
    return { id, key };
  },

  async change(context, { params: { field_id: id }, body }) {
    const { db, scope, audit } = context;
    const fields = await heldFields(context);
    const field = orNotFound(fields.find((one) => one.id === id));
    const name = freeName(fields, body.name, id);
    const options = optionsOf(field.kind, body.options);
    await updateField(db, scope.dealer_id, id, { name, options });
    await audit({ action: "changed", subject: "customer field", subject_id: id, detail: { name, was: field.name } });
    return { id };
  },

  async order(context, { body: { field_ids } }) {
    const { db, scope, audit } = context;
    const fields = await heldFields(context);
    const known = new Map(fields.map((field) => [field.id, field]));
    for (const id of field_ids) orNotFound(known.get(id));
    const inUse = fields.filter(isInUse).map(({ id }) => id);
    const isWhole = inUse.length === field_ids.length && inUse.every((id) => field_ids.includes(id));
    if (!isWhole) throw new Failure("conflict");
    const archived = fields.filter((field) => !isInUse(field)).map(({ id }) => id);
    for (const [at, id] of [...field_ids, ...archived].entries()) {
      if (fields[at]?.id !== id) await updateField(db, scope.dealer_id, id, { position: at + 1 });
    }
    const names = field_ids.map((id) => known.get(id)?.name).join(", ");
    await audit({ action: "ordered", subject: "customer fields", detail: { names } });
  },

  async archive(context, { params: { field_id: id }, body: { archived } }) {
    const { db, scope, now, audit } = context;
    const fields = await heldFields(context);
    const field = orNotFound(fields.find((one) => one.id === id));
    if (isInUse(field) === (archived === 0)) return { id };
    if (archived === 0) {
      if (fields.filter(isInUse).length >= mostCustomFields) throw tooMany();
      freeName(fields, field.name, id);
    }
    const position = fields.length + 1;
    await updateField(db, scope.dealer_id, id, { archived_at: archived === 1 ? now() : null, position });
    const action = archived === 1 ? "archived" : "brought back";
    await audit({ action, subject: "customer field", subject_id: id, detail: { name: field.name } });
    return { id };
  },
};

async function heldFields({ db, scope: { dealer_id } }: StaffContext): Promise<StoredField[]> {
  await lockFields(db, dealer_id);
  return declaredFields(db, dealer_id);
}

const declaredNames = new Set(
  customerFieldNames.flatMap((name) => {
    const { label, importLabel = label } = customerField(name);
    return [foldName(label), foldName(importLabel)];
  }),
);

/** @throws Failure `invalid` at the name when another field in use has it, or every customer has such a field. */
function freeName(fields: readonly StoredField[], typed: string, own_id?: number): string {
  const name = tidyName(typed);
  const folded = foldName(name);
  if (folded === "") throw invalidField("name", "Use letters or digits in the name");
  if (declaredNames.has(folded)) throw invalidField("name", "Every customer has this field already");
  const isTaken = fields.some((field) => field.id !== own_id && isInUse(field) && foldName(field.name) === folded);
  if (isTaken) throw invalidField("name", "Another field has this name");
  return name;
}

/** @throws Failure `invalid` at the options. */
function optionsOf(kind: CustomKind, typed: readonly string[]): string[] {
  if (kind !== "choice") return [];
  const options = typed.map(tidyName);
  if (options.length === 0) throw invalidField("options", "Add at least one option");
  const folded = options.map((option) => option.normalize("NFKC").toLowerCase());
  if (new Set(folded).size < folded.length) throw invalidField("options", "Two options are the same");
  if (options.includes("")) throw invalidField("options", "Enter the option, or remove it");
  return options;
}
