import type { Role } from "#core/people.ts";
import { type Hours, isOpen } from "#domains/locations/hours/rules.ts";

/** Agents set their own hours; managers and the owner everyone's. */
export const canChangeHours = (who: { readonly user_id: number; readonly role: Role }, user_id: number): boolean =>
  who.role !== "agent" || who.user_id === user_id;

/** Whether a member works at an instant: by their own week, else the location's. Its closed days are everyone's. */
export const worksAt = (location: Hours, own: Hours["week"] | undefined, zone: string, at: Date): boolean =>
  isOpen({ week: own ?? location.week, closed: location.closed }, zone, at);
