import * as z from "zod/mini";
import { facts } from "#core/fact.ts";
import { Id } from "#core/fields.ts";
import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { leadEvents } from "#domains/leads/counts/contract.ts";

export const leadFacts = facts({
  received: {
    fact: "lead.received",
    about: "A lead came in, or was added by a member. Further inquiries that join it don't repeat this.",
    data: z.object({ dealer_id: Id, location_id: Id, lead_id: Id }),
  },
  moved: {
    fact: "lead.moved",
    about: "Leads were moved to a stage, or closed in it.",
    data: z.object({ dealer_id: Id, location_id: Id, lead_ids: z.array(Id), stage_id: Id }),
  },
});

/** Tells the browsers at the location that a lead changed; null for several. */
export function publishLead(
  { publish }: Pick<UnitOfWork, "publish">,
  { dealer_id, location_id }: LocationKey,
  target_id: number | null,
): void {
  publish(leadEvents.changed, { target_id }, { dealer_id, location_id });
}
