import type { Role } from "#core/people.ts";

/** The longest time off, and how many coming entries a person can have. */
export const mostMinutes = 366 * 24 * 60;
export const mostEntries = 100;

/** Agents change their own time off; managers and the owner everybody's. */
export function canChangeTimeOff(who: { readonly user_id: number; readonly role: Role }, user_id: number): boolean {
  return who.role !== "agent" || who.user_id === user_id;
}

/** What is said when time off was added, with the appointments that are in that time. */
export function addedText(appointments: number): string {
  if (appointments === 0) return "Time off added";
  return appointments === 1
    ? "Time off added. 1 appointment is in that time: give it to someone else."
    : `Time off added. ${appointments} appointments are in that time: give them to someone else.`;
}
