import type { FastifyRequest } from "fastify";
import type { LocationKey } from "#core/people.ts";
import { toE164 } from "#core/phone.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { businessAt } from "#domains/accounts/server/public.ts";
import { isOpen } from "#domains/locations/hours/rules.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import { legalAddresses } from "#domains/locations/legalAddresses/server/public.ts";
import { locationById, senderNumber } from "#domains/locations/server/public.ts";
import { greetingOf } from "../rules.ts";
import type { ShownWidgetPage } from "./page.ts";
import { locationOfKey, notePreviousUse, widgetOf } from "./store.ts";

/** The parameters of a widget's page. */
export interface WidgetAddress {
  readonly key: string;
}

/** A widget that is on, with its location. */
export interface OpenWidget {
  readonly scope: LocationKey;
  readonly sites: readonly string[];
  readonly page: ShownWidgetPage;
  /** Of the location. */
  readonly time_zone: string;
}

/**
 * The widget of a key, with what its page says now; undefined when it is off.
 *
 * @param openedOn the website, empty when unknown, when a visitor just opened the page.
 */
export async function openWidget(
  { within, ports, publicUrl }: Server,
  key: string,
  openedOn?: string,
): Promise<OpenWidget | undefined> {
  if (!/^[0-9a-f]{32}$/.test(key)) return undefined;
  const now = ports.clock.now();
  const holder = await within.cellOf.read({ entry: "widget", key: key }, "a website's visitor", (db) =>
    locationOfKey(db, key, now),
  );
  if (!holder) return undefined;
  const { isPrevious, ...scope } = holder;
  return within.business(scope, "a website's visitor", async ({ db }) => {
    const { sites, is_on, ...settings } = await widgetOf(db, scope);
    if (is_on === 0) return undefined;
    if (isPrevious && openedOn !== undefined) await notePreviousUse(db, scope, openedOn, now);
    const [{ hours, time_zone }, contact, legal] = await Promise.all([
      hoursOf(db, scope),
      contactOf(db, scope),
      legalAddresses(db, scope.dealer_id, publicUrl),
    ]);
    const policies = {
      privacy_url: settings.privacy_url || legal.privacy,
      terms_url: settings.terms_url || legal.terms,
    };
    const greeting = greetingOf(settings, isOpen(hours, time_zone, now));
    // Its forms come back under the key that it was opened with.
    return { scope, sites, time_zone, page: { ...settings, ...policies, ...contact, greeting, key } };
  });
}

async function contactOf(db: Db, { dealer_id, location_id }: LocationKey) {
  const business = await businessAt(db, dealer_id, location_id);
  const location = await locationById(db, dealer_id, location_id);
  const number = (await senderNumber(db, dealer_id, location_id)) ?? "";
  const [callable = ""] = [business?.phone ?? "", location?.call_phone_no ?? ""].flatMap(
    (phone) => toE164(phone) ?? [],
  );
  return { business: business?.business_name ?? "", number, callable };
}

/**
 * True when another website sent the form for its visitor, which could prove a phone for a foreign browser. Browsers
 * too old to tell are trusted.
 */
export function isFromElsewhere({ headers }: Pick<FastifyRequest, "headers">): boolean {
  const site = headers["sec-fetch-site"];
  return site !== undefined && site !== "same-origin" && site !== "none";
}
