import type { ReactNode } from "react";

/**
 * Where a column stands in the card that a row is on a phone. Above, `title` and at its right `status`; below, each
 * `line` and at their right `aside`; `more` behind a tap.
 */
export type CardPlace = "title" | "status" | "line" | "aside" | "more";

export interface TableColumn<Row> {
  /** The field's name: sent as `columns[i][data]`, and shown without `render`. */
  key: string;
  label: string;
  /** The definition, behind an (i) in the head. */
  info?: string;
  sortable?: boolean;
  render?: (row: Row) => ReactNode;
  align?: "left" | "right" | "center";
  width?: string | number;
  /** The field is a number, and 0 says nothing: aligned right, and empty for 0. */
  isCount?: boolean;
  /** Its place in a phone's card. A table in which no column has one lists names and values instead. */
  card?: CardPlace;
  /** Stays first and shown, where people choose their columns. */
  isFixed?: boolean;
  /** Hidden until somebody chooses it. */
  isOptional?: boolean;
  /** Hidden in the cards on a phone. */
  hideOnPhone?: boolean;
}
