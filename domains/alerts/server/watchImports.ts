import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { importAlertLifetime, importWhy } from "../rules.ts";
import { findExpiredImportAlerts, findUnreportedImports } from "./causeStore.ts";
import { rulesByLocation } from "./rulesStore.ts";
import { type AlertChanges, endAlerts, insertAlerts, type NewAlert } from "./store.ts";

/** Alerts about ended imports, failed or not. They end by dismissal, undo, or after a day. */
export async function watchImports({ db, now }: UnitOfWork): Promise<AlertChanges> {
  const at = now();
  const aDayAgo = new Date(at.getTime() - importAlertLifetime);
  const rules = await rulesByLocation(db);
  const old = await findExpiredImportAlerts(db, aDayAgo);
  const ended = old.map(({ is_undone, ...alert }) => {
    return { ...alert, resolved_at: at, how: is_undone ? "Import undone." : "Closed after a day." };
  });
  const began = (await findUnreportedImports(db, aDayAgo))
    .filter((place) => rules(place).imports_on === 1)
    .map(({ dealer_id, location_id, upload_id, finished_at, ...end }): NewAlert => {
      const kind = end.state === "failed" ? "danger" : "success";
      const began_at = finished_at ?? at;
      return { dealer_id, location_id, rule: "import", kind, upload_id, why: importWhy(end), began_at };
    });
  await endAlerts(db, ended);
  await insertAlerts(db, began);
  return { began, ended };
}
