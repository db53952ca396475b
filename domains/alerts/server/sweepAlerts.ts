import * as z from "zod/mini";
import type { PayloadOf } from "#core/event.ts";
import { job } from "#core/job.ts";
import type { LocationKey } from "#core/people.ts";
import { type IntervalWork, worker } from "#core/server/domainManifest.ts";
import type { NextRun } from "#core/server/intervalJobs.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { campaignStatusText } from "#domains/campaigns/rules.ts";
import { afterBusinessSeconds } from "#domains/locations/hours/rules.ts";
import { hoursOfAll } from "#domains/locations/hours/server/public.ts";
import { newsDays } from "#domains/reputation/reviews/rules.ts";
import { siteTitle } from "#domains/reputation/sites/rules.ts";
import { type AlertKind, type AlertRule, alertEvents, alertRules } from "../contract.ts";
import {
  campaignsWhy,
  dangerFactor,
  failuresWhy,
  importAlertLifetime,
  importWhy,
  isFailing,
  isSpike,
  optoutsWhy,
  retentionDays,
  reviewHow,
  reviewWhy,
  untouchedHow,
  untouchedWhy,
  waitingSince,
} from "../rules.ts";
import {
  countOptOuts,
  failedTextsSince,
  findExpiredImportAlerts,
  findLowReviews,
  findNoLongerUntouched,
  findTroubledCampaigns,
  findUnreportedImports,
  findUntouched,
  locationsWithWaits,
  nextWaits,
  reviewAlerts,
  sentTextsSince,
  type UntouchedCustomer,
  type WaitCutoffs,
} from "./causeStore.ts";
import {
  type AlertChanges,
  endAlerts,
  insertAlerts,
  locationKeyOf,
  type NewAlert,
  openAlertsOf,
  raiseAlerts,
  removeAlertsEndedBefore,
  rulesByLocation,
  updateWhy,
} from "./store.ts";

const watches: Record<AlertRule, (unit: UnitOfWork) => Promise<AlertChanges>> = {
  untouched: watchUntouched,
  failures: watchFailures,
  optouts: watchOptOuts,
  import: watchImports,
  campaign: watchCampaigns,
  review: watchReviews,
};

/** Begins, escalates and ends alerts at all locations of all dealers. @returns when the next one is due. */
export async function sweepAlerts(
  { within, log }: Pick<Server, "within" | "log">,
  rules: readonly AlertRule[] = alertRules,
): Promise<NextRun> {
  let hasFailed = false;
  let next: Date | undefined;
  for (const rule of rules) {
    const swept = within.eachCell(`alerts: ${rule}`, async (unit) => {
      const changed = await watches[rule](unit);
      publishChanges(unit, changed);
      return changed;
    });
    try {
      for (const { next: due } of await swept) if (due && (!next || due < next)) next = due;
    } catch (error) {
      // A failing rule must not keep the others from running.
      log.error({ err: error, rule }, "alerts could not be swept");
      hasFailed = true;
    }
  }
  return hasFailed ? "soon" : (next ?? "at rest");
}

/** Publishes one event per location, however many alerts changed there. */
function publishChanges({ publish }: UnitOfWork, changed: AlertChanges): void {
  const locations = new Map<string, LocationKey & { payload: PayloadOf<typeof alertEvents.changed> }>();
  for (const change of ["began", "worse", "ended"] as const) {
    for (const { dealer_id, location_id } of changed[change] ?? []) {
      const location = { dealer_id, location_id };
      const entry = locations.get(locationKeyOf(location)) ?? {
        ...location,
        payload: { began: 0, worse: 0, ended: 0 },
      };
      entry.payload[change] += 1;
      locations.set(locationKeyOf(location), entry);
    }
  }
  for (const { payload, ...location } of locations.values()) publish(alertEvents.changed, payload, location);
}

const anHour = 60 * 60_000;
const troubled = { rule: "campaign", kind: "danger", how: "The campaign was resumed, canceled or deleted." } as const;

/** Alerts locations whose campaigns stopped, paused automatically or wait for their list for more than an hour. */
async function watchCampaigns(unit: UnitOfWork): Promise<AlertChanges> {
  const { db, now } = unit;
  const rules = await rulesByLocation(db);
  const campaigns = await findTroubledCampaigns(db, new Date(now().getTime() - anHour));
  const watched = campaigns.filter((campaign) => rules(campaign).campaigns_on === 1);
  const causes = [...Map.groupBy(watched, locationKeyOf).values()].flatMap((own) => {
    const [place] = own;
    const named = own.map(({ title, ...progress }) => {
      return { title, status: campaignStatusText({ ...progress, done: 0, audience: 0 }) };
    });
    return place ? [{ dealer_id: place.dealer_id, location_id: place.location_id, why: campaignsWhy(named) }] : [];
  });
  return syncLocationAlerts(unit, troubled, causes);
}

const failures = { rule: "failures", kind: "danger", how: "Texts are being delivered again." } as const;

/** Alerts locations where many texts fail. */
async function watchFailures(unit: UnitOfWork): Promise<AlertChanges> {
  const { db, now } = unit;
  const since = new Date(now().getTime() - anHour);
  const rules = await rulesByLocation(db);
  const many = (await failedTextsSince(db, since)).filter((place) => place.failed >= rules(place).failures_least);
  // The other locations need no count of sent texts.
  const counted = many.length > 0 ? await sentTextsSince(db, many, since) : [];
  const sent = new Map(counted.map((place) => [locationKeyOf(place), place.sent]));
  const failing = many
    .map((place) => ({ ...place, sent: sent.get(locationKeyOf(place)) ?? place.failed }))
    .filter((place) => isFailing(place, rules(place)));
  return syncLocationAlerts(
    unit,
    failures,
    failing.map((place) => ({ ...place, why: failuresWhy(place) })),
  );
}

/** Alerts about ended imports, failed or not. They end by dismissal, undo, or after a day. */
async function watchImports({ db, now }: UnitOfWork): Promise<AlertChanges> {
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

const spikes = { rule: "optouts", kind: "warning", how: "Opt-outs are back to normal." } as const;

/** Alerts locations where far more customers opt out than usual. */
async function watchOptOuts(unit: UnitOfWork): Promise<AlertChanges> {
  const rules = await rulesByLocation(unit.db);
  const many = (await countOptOuts(unit.db, unit.now())).filter((place) => isSpike(place, rules(place)));
  return syncLocationAlerts(
    unit,
    spikes,
    many.map((place) => ({ ...place, why: optoutsWhy(place) })),
  );
}

const aDay = 24 * 60 * 60_000;

/** Alerts about low reviews that no one has replied to. */
async function watchReviews({ db, now }: UnitOfWork): Promise<AlertChanges> {
  const at = now();
  const rules = await rulesByLocation(db);
  const isOver = (alert: Awaited<ReturnType<typeof reviewAlerts>>[number]) =>
    alert.is_deleted || alert.state !== "open" || !alert.is_low || rules(alert).reviews_on === 0;
  const ended = (await reviewAlerts(db)).filter(isOver);
  await endAlerts(
    db,
    ended.map((alert) => ({ ...alert, resolved_at: at, how: reviewHow(alert) })),
  );
  const began = (await findLowReviews(db, new Date(at.getTime() - newsDays * aDay)))
    .filter((review) => rules(review).reviews_on === 1)
    .map(({ dealer_id, location_id, review_id, rating, site_kind, site_title }): NewAlert => {
      const why = reviewWhy({ rating, site: siteTitle({ kind: site_kind, title: site_title }) });
      return { dealer_id, location_id, rule: "review", kind: "danger", review_id, why, began_at: at };
    });
  await insertAlerts(db, began);
  return { began, ended };
}

/**
 * Alerts about unanswered customers. Computes one cutoff per location instead of each chat's business time,
 * so that the chats' index finds those who have waited longer.
 */
async function watchUntouched({ db, now }: UnitOfWork): Promise<AlertChanges> {
  const locations = await locationsWithWaits(db);
  const at = now();
  const rules = await rulesByLocation(db);
  const hours = locations.length > 0 ? await hoursOfAll(db) : new Map();
  const limits = locations.flatMap((location): WaitCutoffs[] => {
    const { untouched_on, untouched_minutes } = rules(location);
    const localHours = hours.get(locationKeyOf(location));
    if (untouched_on === 0 || !localHours) return [];
    const since = (minutes: number) => waitingSince(localHours.hours, localHours.time_zone, at, minutes * 60);
    const warning = since(untouched_minutes);
    return warning ? [{ ...location, warning, danger: since(untouched_minutes * dangerFactor) }] : [];
  });

  const endedWaits = await findNoLongerUntouched(db, limits);
  const ended = endedWaits.map(({ answered_at, ...customer }) => ({
    ...customer,
    resolved_at: answered_at ?? at,
    how: untouchedHow(customer),
  }));
  await endAlerts(db, ended);

  const due = await findUntouched(db, limits);
  const began: NewAlert[] = [];
  const worse: (UntouchedCustomer & { id: number; why: string })[] = [];
  for (const customer of due) {
    const { dealer_id, location_id, chat_id, customer_name, waiting_since, is_danger, alert_id } = customer;
    const { hours: opening, time_zone } = hours.get(locationKeyOf(customer));
    const { untouched_minutes } = rules(customer);
    const minutes = is_danger ? untouched_minutes * dangerFactor : untouched_minutes;
    const why = untouchedWhy(customer_name, minutes, waiting_since, time_zone);
    if (alert_id !== null) {
      worse.push({ ...customer, id: alert_id, why });
      continue;
    }
    const began_at = afterBusinessSeconds(opening, time_zone, waiting_since, untouched_minutes * 60) ?? at;
    const kind = is_danger ? "danger" : "warning";
    began.push({ dealer_id, location_id, rule: "untouched", kind, chat_id, why, began_at });
  }
  await insertAlerts(db, began);
  await raiseAlerts(db, worse);
  const dues = (await nextWaits(db, limits)).flatMap(({ fresh, warned, ...location }) => {
    const { hours: opening, time_zone } = hours.get(locationKeyOf(location));
    const { untouched_minutes } = rules(location);
    const after = (since: Date | null, minutes: number) =>
      (since && afterBusinessSeconds(opening, time_zone, since, minutes * 60)) ?? [];
    return [after(fresh, untouched_minutes), after(warned, untouched_minutes * dangerFactor)].flat();
  });
  return { began, worse, ended, next: dues.toSorted((a, b) => a.getTime() - b.getTime())[0] };
}

interface LocationRule {
  readonly rule: AlertRule;
  readonly kind: AlertKind;
  /** The sentence for alerts whose cause has ended. */
  readonly how: string;
}

/** Opens and ends a rule's alerts so that exactly the locations with a cause have one, in today's numbers. */
async function syncLocationAlerts(
  { db, now }: UnitOfWork,
  { rule, kind, how }: LocationRule,
  causes: readonly (LocationKey & { readonly why: string })[],
): Promise<AlertChanges> {
  const at = now();
  const open = await openAlertsOf(db, rule);
  const [isOpen, hasCause] = [new Set(open.map(locationKeyOf)), new Set(causes.map(locationKeyOf))];
  const ended = open.filter((alert) => !hasCause.has(locationKeyOf(alert)));
  const began = causes.filter((place) => !isOpen.has(locationKeyOf(place)));
  await endAlerts(
    db,
    ended.map((alert) => ({ ...alert, resolved_at: at, how })),
  );
  await insertAlerts(
    db,
    began.map(({ dealer_id, location_id, why }) => ({ dealer_id, location_id, rule, kind, why, began_at: at })),
  );
  const why = new Map(causes.map((place) => [locationKeyOf(place), place.why]));
  const lasting = open.flatMap((alert) => {
    const text = why.get(locationKeyOf(alert));
    return text === undefined ? [] : [{ ...alert, why: text }];
  });
  await updateWhy(db, lasting);
  return { began, ended };
}

/** Deletes alerts past their retention. */
export const removeEndedAlertsJob = job("alerts.removeEnded", z.object({}), { retries: 0 });

/** Opt-outs are daily counts, campaigns last for hours and reviews for days, so they can lag. */
export const alertIntervalJobs: readonly IntervalWork[] = [
  {
    name: "alerts",
    seconds: 5,
    wokenBy: "alerts",
    work: (server) => sweepAlerts(server, ["untouched", "failures", "import"]),
  },
  {
    name: "alerts of opt-outs, campaigns and reviews",
    seconds: 60,
    work: (server) => sweepAlerts(server, ["optouts", "campaign", "review"]),
  },
];

export const alertWorkers = [worker(removeEndedAlertsJob, removeEndedAlerts, { schedule: "27 3 * * *" })];

/** Deletes alerts past their retention; open ones stay, however old. */
export async function removeEndedAlerts({ within }: Pick<Server, "within">): Promise<void> {
  await within.eachCell("ended alerts", ({ db, now }) =>
    removeAlertsEndedBefore(db, new Date(now().getTime() - retentionDays * 24 * 3600 * 1000)),
  );
}
