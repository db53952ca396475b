import { countText } from "#core/count.ts";
import type { CustomKind } from "../fields.ts";

export const customTexts = {
  title: "Custom fields",
  about: "Keep what your business needs to know about customers. Everyone on your team can fill these in.",
  more: "Fields appear in the customer form, page, table filters, imports and exports, and as variables in your texts and emails. Archived fields are hidden, and their values are kept.",
  add: "Add a field",
  none: "No custom fields yet. Add one for what you ask every customer.",
  archived: "Archived",
  name: "Name",
  kind: "Kind",
  options: "Options",
  optionsHint: "One per line. Customers keep an option you remove.",
  addTitle: "Add a field",
  changeTitle: "Edit field",
  save: "Save",
  edit: (name: string) => `Edit ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  archive: (name: string) => `Archive ${name}`,
  restore: (name: string) => `Bring back ${name}`,
  restoreAction: "Bring back",
  archiveAction: "Archive",
  archiveTitle: (name: string) => `Archive ${name}?`,
  archiveText: (customers: number) =>
    customers === 0
      ? "It disappears from forms, filters and imports. You can bring it back."
      : `It disappears from forms, filters and imports. ${countOf(customers)} ${customers === 1 ? "keeps its value" : "keep their values"}, and you can bring it back.`,
  archivedToast: "Field archived",
  restoredToast: "Field is back",
  filled: (customers: number) => (customers === 0 ? "No customers" : countOf(customers)),
  variable: (key: string) => `%custom.${key}%`,
  notSet: "Not set",
  yes: "Yes",
  no: "No",
  editValues: "Edit custom fields",
  cancel: "Cancel",
  filter: {
    any: "Any",
    filled: "Has a value",
    empty: "Is empty",
    typed: "Contains",
    range: "Between",
    remove: (field: string) => `Remove the filter ${field}`,
    contains: "Contains",
    from: "From",
    to: "To",
    apply: "Apply",
  },
} as const;

const countOf = (customers: number) => (customers === 1 ? "1 customer" : `${countText(customers)} customers`);

export const kindNames: Readonly<Record<CustomKind, string>> = {
  text: "Text",
  number: "Number",
  date: "Date",
  choice: "Choice",
  yes_no: "Yes or no",
};
