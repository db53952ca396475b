import { allows, managers, type Who } from "#core/people.ts";

/** Everybody can delete their own notes; managers can delete any. */
export function mayDelete(who: Pick<Who, "user_id" | "role">, note: { user_id: number }): boolean {
  return note.user_id === who.user_id || allows(managers, who.role);
}
