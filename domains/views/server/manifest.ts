import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { savedViews } from "../contract.ts";
import { savedViewHandlers } from "./handlers.ts";

export const viewsManifest: DomainManifest = {
  name: "views",
  calls: [callGroup(savedViews, savedViewHandlers)],
  person: {
    tables: [{ table: "saved_views", mentions: ["name"] }],
    exempt: { opening_views: "which view a member's screen opens with: no word about anyone" },
  },
  tables: ["saved_views", "opening_views"],
  reads: ["users"],
};
