import { Failure, orNotFound } from "#core/failure.ts";
import { rangeOf } from "#core/periods.ts";
import type { Handlers } from "#core/server/serve.ts";
import { tablePage } from "#core/server/table.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import { alertEvents, type alerts } from "../contract.ts";
import { isDismissable, whyNow } from "../rules.ts";
import { alertRows, countOpen, endAlerts, lockAlert, readRules, saveRules } from "./store.ts";

export const alertHandlers: Handlers<typeof alerts> = {
  async table({ db, scope, now }, { body }) {
    const { resolved, kind, period } = body;
    const { hours, time_zone } = await hoursOf(db, scope);
    const rows = alertRows(db, scope, rangeOf(period, now(), time_zone).from);
    const filtered = resolved === 1 ? rows : rows.where("alerts.resolved_at", "is", null);
    const page = await tablePage(db, kind ? filtered.where("alerts.kind", "=", kind) : filtered, body, {
      sortable: ["began_at", "customer_name", "kind", "why"],
      texts: ["customer_name", "why"],
      searchable: ["why", "customer_name", "agents"],
      order: [
        ["began_at", "desc"],
        ["id", "desc"],
      ],
    });
    return { ...page, rows: page.rows.map((row) => ({ ...row, why: whyNow(row, hours, time_zone, now()) })) };
  },

  async open({ db, scope }) {
    return countOpen(db, scope);
  },

  async dismiss({ db, scope, who, now, publish }, { params }) {
    const { id, rule, resolved_at } = orNotFound(await lockAlert(db, scope, params.id));
    if (!isDismissable({ rule }))
      throw new Failure("conflict", "This alert closes automatically once its cause is resolved.");
    if (resolved_at) throw new Failure("conflict", "This alert is already closed.");
    const how = `${`${who.first_name} ${who.last_name}`.trim()} dismissed it.`;
    await endAlerts(db, [{ ...scope, id, resolved_at: now(), how }]);
    publish(alertEvents.changed, { began: 0, worse: 0, ended: 1 });
  },

  async rules({ db, scope }) {
    return readRules(db, scope);
  },

  async changeRules({ db, scope, audit }, { body }) {
    await saveRules(db, scope, body);
    const subject_id = scope.location_id;
    await audit({ action: "changed the alert rules", subject: "location", subject_id, detail: body });
    return body;
  },
};
