import type { TableColumn } from "./tableColumn.ts";

/** A column that a person may hide, and whether they see it. */
export interface ShownColumn {
  readonly key: string;
  readonly label: string;
  readonly isShown: boolean;
}

type NamedColumn = Pick<TableColumn<never>, "key" | "label" | "isFixed" | "isOptional">;

/** Keys in their order, hidden ones after a minus: `stage,owner,-source`. */
export const writeChoice = (columns: readonly ShownColumn[]): string =>
  columns.map(({ key, isShown }) => (isShown ? key : `-${key}`)).join(",");

/** The columns as they were chosen; those that are new since come last, and unknown ones are left out. */
export function readChoice(stored: string, columns: readonly NamedColumn[]): ShownColumn[] {
  const free = columns.filter(({ isFixed }) => !isFixed);
  const named = stored === "" ? [] : stored.split(",");
  const chosen = named.flatMap((word) => {
    const column = free.find(({ key }) => key === word.replace(/^-/, ""));
    return column ? [{ key: column.key, label: column.label, isShown: !word.startsWith("-") }] : [];
  });
  const once = chosen.filter(({ key }, at) => chosen.findIndex((one) => one.key === key) === at);
  const added = free.filter(({ key }) => !once.some((one) => one.key === key));
  return [...once, ...added.map(({ key, label, isOptional }) => ({ key, label, isShown: !isOptional }))];
}

/** The fixed columns, then the chosen ones in their order. */
export function chosenColumns<C extends Pick<TableColumn<never>, "key" | "isFixed">>(
  columns: readonly C[],
  chosen: readonly ShownColumn[],
): C[] {
  const shown = chosen.flatMap(({ key, isShown }) => columns.filter((column) => isShown && column.key === key));
  return [...columns.filter(({ isFixed }) => isFixed), ...shown];
}
