import type { TableColumn } from "#core/web/table/tableColumn.ts";
import type { Customer } from "#domains/customers/contract.ts";
import type { CustomField } from "#domains/customers/custom/fields.ts";
import { customText } from "#domains/customers/custom/rules.ts";
import { shownLeadFields, shownLeadLabels } from "#domains/customers/leadFields/fields.ts";

/** The columns of leads and own fields, which are hidden until somebody chooses them. */
export function extraColumns(fields: readonly CustomField[]): TableColumn<Customer>[] {
  return [
    ...shownLeadFields.map((field) => ({
      // The server reads leads where a column is called so.
      key: `lead_${field}`,
      label: shownLeadLabels[field],
      isOptional: true,
      card: "more" as const,
      render: ({ lead }: Customer) => lead?.[field] ?? "",
    })),
    ...fields.map((field) => ({
      key: `custom.${field.key}`,
      label: field.name,
      isOptional: true,
      card: "more" as const,
      render: ({ custom }: Customer) => customText(field, custom[field.key] ?? ""),
    })),
  ];
}
