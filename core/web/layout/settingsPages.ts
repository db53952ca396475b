import { allows } from "#core/people.ts";
import type { Session } from "../session/session.ts";
import type { ScreenDeclaration, SettingsEntry } from "./screenDeclaration.ts";

/** The groups of the settings' pages, in the order of their list. */
export const settingsGroups = ["you", "location", "business"] as const satisfies SettingsEntry["group"][];

/** A screen that is a page of the settings. */
export type SettingsPage = ScreenDeclaration & { settings: SettingsEntry };

/** The pages of the settings that this user may open, in the order of their list. */
export function settingsPages(
  { user_type, visiting }: Pick<Session, "user_type" | "visiting">,
  declared: readonly ScreenDeclaration[],
): SettingsPage[] {
  return declared
    .filter((screen): screen is SettingsPage => screen.settings !== undefined && allows(screen.roles, user_type))
    .filter(({ settings }) => !visiting || settings.supportAccess === "reads")
    .sort(({ settings: a }, { settings: b }) => groupOf(a) - groupOf(b) || a.order - b.order);
}

const groupOf = ({ group }: SettingsEntry) => settingsGroups.indexOf(group);
