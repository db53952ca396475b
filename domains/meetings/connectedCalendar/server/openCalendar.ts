import { openSeal } from "#core/server/seal.ts";
import type { Server } from "#core/server/serve.ts";
import type { CalendarAccounts } from "#ports/calendar/calendar.ts";

/** What an account's access is sealed for. */
export const sealPurpose = "calendar account";

/** Opens an access; undefined where its provider isn't set up any more, or it can't be read. */
export function openCalendar(
  { ports: { calendarAccounts: calendars }, secret }: Pick<Server, "ports" | "secret">,
  { provider, access_sealed }: { readonly provider: string; readonly access_sealed: string },
): { readonly calendars: CalendarAccounts; readonly access: string } | undefined {
  const access = openSeal(secret, sealPurpose, access_sealed);
  return calendars?.provider === provider && access !== undefined ? { calendars, access } : undefined;
}
