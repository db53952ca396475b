import type { LocationScope } from "#core/people.ts";
import type { LeadFilter } from "./tableStore.ts";

/** The filters as a request names them. */
export type ViewBody = Pick<LeadFilter, "show" | "kind" | "source"> & {
  readonly [name in "stage_id" | "owner_id" | "customer_id"]?: number | undefined;
};

/** The leads that a request means. */
export function filterOf({ dealer_id, location_id }: LocationScope, user_id: number, body: ViewBody) {
  const { show, stage_id, owner_id, kind, source, customer_id } = body;
  return { dealer_id, location_id, user_id, show, stage_id, owner_id, kind, source, customer_id };
}
