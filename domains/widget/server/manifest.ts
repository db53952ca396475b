import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import type { PersonRecords } from "#core/server/personRecords.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { businessAt } from "#domains/accounts/server/public.ts";
import { widget } from "../contract.ts";
import { snippetOf } from "../rules.ts";
import { widgetHandlers } from "./handlers.ts";
import { serveAnswers } from "./serveAnswers.ts";
import { serveWidget } from "./serveWidget.ts";
import { widgetOf } from "./store.ts";

const widgetPersonRecords: PersonRecords = {
  tables: [
    {
      table: "widget_submissions",
      rows: ({ customer_ids, phones }) =>
        sql`customer_id = any(${[...customer_ids]}::bigint[]) or phone = any(${[...phones]}::text[])`,
      erase: "delete",
    },
    {
      table: "widget_codes",
      rows: ({ phones }) => sql`phone = any(${[...phones]}::text[])`,
      erase: "delete",
    },
  ],
  exempt: { widgets: "the business's own words and websites" },
};

export const widgetManifest: DomainManifest = {
  name: "widget",
  calls: [callGroup(widget, widgetHandlers)],
  routes: [serveWidget, serveAnswers],
  messagingScript,
  person: widgetPersonRecords,
  tables: ["widgets", "widget_submissions", "widget_codes"],
  reads: [],
};

/** What a location's website embeds. */
async function messagingScript(db: Db, location: LocationKey, publicUrl: string): Promise<string> {
  const { key } = await widgetOf(db, location);
  const business = await businessAt(db, location.dealer_id, location.location_id);
  return snippetOf(publicUrl, key, business?.business_name ?? "");
}
