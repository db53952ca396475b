import { IconSettings } from "@tabler/icons-react";
import { managers, owner, staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";
import { settingsTexts as texts } from "./texts.ts";

const { titles } = texts;
const layout = "shell";

/** The settings' frame, and those of its pages that show several domains. */
export const settingsScreens = screens([
  {
    path: "/settings",
    title: texts.title,
    roles: staff,
    layout,
    menu: { label: texts.title, icon: IconSettings, order: 90, hiddenFromSupport: true },
    component: lazyScreen(() => import("./SettingsScreen.tsx"), "SettingsScreen"),
  },
  {
    path: "/settings/profile",
    title: titles.profile,
    roles: staff,
    layout,
    settings: { group: "you", order: 10 },
    component: lazyScreen(() => import("./ProfileScreen.tsx"), "ProfileScreen"),
  },
  {
    path: "/settings/notifications",
    title: titles.notifications,
    roles: staff,
    layout,
    settings: { group: "you", order: 20 },
    component: lazyScreen(() => import("./NotificationsScreen.tsx"), "NotificationsScreen"),
  },
  {
    path: "/settings/security",
    title: titles.security,
    roles: staff,
    layout,
    settings: { group: "you", order: 30 },
    component: lazyScreen(() => import("./SecurityScreen.tsx"), "SecurityScreen"),
  },
  {
    path: "/settings/phone-number",
    title: titles.phoneNumber,
    roles: staff,
    layout,
    settings: { group: "location", order: 10 },
    component: lazyScreen(() => import("./PhoneNumberScreen.tsx"), "PhoneNumberScreen"),
  },
  {
    path: "/settings/business-hours",
    title: titles.businessHours,
    roles: managers,
    layout,
    settings: { group: "location", order: 20 },
    component: lazyScreen(() => import("./BusinessHoursScreen.tsx"), "BusinessHoursScreen"),
  },
  {
    path: "/settings/automatic-texts",
    title: titles.automaticTexts,
    roles: managers,
    layout,
    settings: { group: "location", order: 30 },
    component: lazyScreen(() => import("./AutomaticTextsScreen.tsx"), "AutomaticTextsScreen"),
  },
  {
    path: "/settings/website-messaging",
    title: titles.websiteMessaging,
    roles: staff,
    layout,
    settings: { group: "location", order: 40 },
    component: lazyScreen(() => import("./WebsiteMessagingScreen.tsx"), "WebsiteMessagingScreen"),
  },
  {
    path: "/settings/calls",
    title: titles.calls,
    roles: managers,
    layout,
    settings: { group: "location", order: 50 },
    component: lazyScreen(() => import("./CallsScreen.tsx"), "CallsScreen"),
  },
  {
    path: "/settings/legal-pages",
    title: titles.legalPages,
    roles: owner,
    layout,
    settings: { group: "business", order: 20 },
    component: lazyScreen(() => import("./LegalPagesScreen.tsx"), "LegalPagesScreen"),
  },
  {
    path: "/settings/getting-started",
    title: titles.gettingStarted,
    roles: owner,
    layout,
    settings: { group: "business", order: 30 },
    component: lazyScreen(() => import("./GettingStartedScreen.tsx"), "GettingStartedScreen"),
  },
  {
    path: "/settings/staff-access",
    title: titles.staffAccess,
    roles: owner,
    layout,
    settings: { group: "business", order: 40 },
    component: lazyScreen(() => import("./StaffAccessScreen.tsx"), "StaffAccessScreen"),
  },
]);
