import { allows, type CurrentUser, managers } from "#core/people.ts";

/** Everybody can delete their own notes; managers can delete any. */
export function canDeleteNote(who: Pick<CurrentUser, "user_id" | "role">, note: { user_id: number }): boolean {
  return note.user_id === who.user_id || allows(managers, who.role);
}
