import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { membersAt } from "#domains/team/server/public.ts";
import type { LeadVehicle } from "../fields.ts";
import { vehicleInWords } from "../rules.ts";

/** A lead as a notification names it. */
export interface LeadNews {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly source: string;
  readonly wanted: Pick<LeadVehicle, "year" | "make" | "model" | "trim"> | undefined;
}

/** Notifies everybody at the location of a lead without an owner, except whoever added it. */
export async function notifyLocation(
  unit: UnitOfWork,
  location: LocationKey,
  lead: LeadNews,
  by: number | null,
): Promise<void> {
  const members = (await membersAt(unit.db, location)).map(({ id }) => id);
  await notifyMembers(
    unit,
    location,
    members.filter((id) => id !== by),
    lead,
  );
}

/** Notifies a lead's owner. @param title begins the line; the name follows. @param more ends the text. */
export async function notifyOwner(
  unit: UnitOfWork,
  location: LocationKey,
  owner_id: number,
  lead: LeadNews,
  { title = "New lead", more = "" } = {},
): Promise<void> {
  await notifyMembers(unit, location, [owner_id], lead, title, more);
}

async function notifyMembers(
  unit: UnitOfWork,
  { dealer_id, location_id }: LocationKey,
  user_ids: readonly number[],
  { first_name, last_name, email, phone, source, wanted }: LeadNews,
  title = "New lead",
  more = "",
): Promise<void> {
  const name = `${first_name} ${last_name}`.trim() || phone || email;
  const text = [more, wanted ? vehicleInWords(wanted) : "", source].filter((part) => part !== "").join(" · ");
  const news = { kind: "lead", title: `${title}: ${name}`, text, chat_id: null } as const;
  await notify(unit, { dealer_id, location_id, user_ids }, news);
}
