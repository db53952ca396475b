import type { TableQuery } from "#core/call.ts";
import type { LocationKey } from "#core/people.ts";
import type { TimeRange } from "#core/periods.ts";
import { tablePage } from "#core/server/table.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { siteTitle } from "../../sites/rules.ts";
import type { ReviewFigure } from "../contract.ts";
import { type CountedReviewRow, countedRows } from "./countedStore.ts";

/** Which rows: of the location, or those for which one member has the credit. */
export interface CountedChoice {
  readonly key: LocationKey;
  readonly range: TimeRange;
  readonly figure: ReviewFigure;
  readonly member_id?: number;
}

/** A page of the rows behind a figure, newest first. */
export async function countedReviewPage(db: Db, { key, range, figure, member_id }: CountedChoice, query: TableQuery) {
  const page = await tablePage<CountedReviewRow>(db, countedRows(db, key, range, figure, member_id) as never, query, {
    sortable: ["at", "name", "rating", "who"],
    texts: ["name", "who"],
    searchable: ["name", "what", "who"],
    order: [
      ["at", "desc"],
      ["is_marked", "asc"],
      ["id", "desc"],
    ],
  });
  return { ...page, rows: page.rows.map(toView) };
}

function toView({ site_kind, site_title, ...row }: CountedReviewRow) {
  return { ...row, site: site_kind === null ? "" : siteTitle({ kind: site_kind, title: site_title }) };
}
