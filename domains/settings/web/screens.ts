import { IconSettings } from "@tabler/icons-react";
import { managers, owner, type Role, staff } from "#core/people.ts";
import { lazyScreen, type ScreenDeclaration, type SettingsEntry, screens } from "#core/web/layout/screenDeclaration.ts";
import { settingsTitles as titles } from "./titles.ts";

// In one file: most of what they are made of is the same.
const file = "SettingsPages";
const pages = () => import("./SettingsPages.tsx");

type Pages = Awaited<ReturnType<typeof pages>>;

/** A page made of several domains' parts. */
const page = (
  path: `/settings/${string}`,
  title: string,
  roles: readonly Role[],
  group: SettingsEntry["group"],
  order: number,
  component: keyof Pages,
): ScreenDeclaration => ({
  path,
  title,
  roles,
  layout: "shell",
  settings: { group, order },
  component: lazyScreen(pages, component, file),
});

export const settingsScreens = screens([
  {
    path: "/settings",
    title: titles.all,
    roles: staff,
    layout: "shell",
    menu: { label: titles.all, icon: IconSettings, order: 90, hiddenFromSupport: true },
    component: lazyScreen(() => import("./SettingsScreen.tsx"), "SettingsScreen"),
  },
  page("/settings/profile", titles.profile, staff, "you", 10, "ProfilePage"),
  page("/settings/notifications", titles.notifications, staff, "you", 20, "NotificationsPage"),
  page("/settings/security", titles.security, staff, "you", 30, "SecurityPage"),
  page("/settings/phone-number", titles.phoneNumber, staff, "location", 10, "PhoneNumberPage"),
  page("/settings/business-hours", titles.businessHours, managers, "location", 20, "BusinessHoursPage"),
  page("/settings/automatic-texts", titles.automaticTexts, managers, "location", 30, "AutomaticTextsPage"),
  page("/settings/website-messaging", titles.websiteMessaging, staff, "location", 40, "WebsiteMessagingPage"),
  page("/settings/calls", titles.calls, managers, "location", 50, "CallsPage"),
  page("/settings/legal-pages", titles.legalPages, owner, "business", 20, "LegalPagesPage"),
  page("/settings/getting-started", titles.gettingStarted, owner, "business", 30, "GettingStartedPage"),
  page("/settings/staff-access", titles.staffAccess, owner, "business", 40, "StaffAccessPage"),
]);
