import { allows, managers, type Who } from "#core/people.ts";

/** One's own notes, and as a manager everybody's. */
export function mayDelete(who: Pick<Who, "user_id" | "role">, note: { user_id: number }): boolean {
  return note.user_id === who.user_id || allows(managers, who.role);
}
