import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { widget } from "../contract.ts";
import { widgetHandlers } from "./handlers.ts";
import { messagingScript } from "./messagingScript.ts";
import { widgetPersonRecords } from "./personRecords.ts";
import { serveAnswers } from "./serveAnswers.ts";
import { serveWidget } from "./serveWidget.ts";

export const widgetManifest: DomainManifest = {
  name: "widget",
  calls: [callGroup(widget, widgetHandlers)],
  routes: [serveWidget, serveAnswers],
  messagingScript,
  person: widgetPersonRecords,
  tables: ["widgets", "widget_submissions", "widget_codes"],
  reads: [],
};
