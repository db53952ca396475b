import { IconAddressBook, IconListDetails, IconMessage2, IconMessages } from "@tabler/icons-react";
import { operator } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const platformCustomerScreens = screens([
  {
    path: "/admin/customers",
    title: "All Customers",
    roles: operator,
    layout: "shell",
    menu: { label: "All Customers", icon: IconAddressBook, order: 30 },
    component: lazyScreen(() => import("./PlatformCustomersScreen.tsx"), "PlatformCustomersScreen"),
  },
]);

export const platformMessageScreens = screens([
  {
    path: "/admin/messages",
    title: "All Messages",
    roles: operator,
    layout: "shell",
    menu: { label: "All Messages", icon: IconMessages, order: 50 },
    component: lazyScreen(() => import("./PlatformMessagesScreen.tsx"), "PlatformMessagesScreen"),
  },
]);

export const platformCampaignScreens = screens([
  {
    path: "/admin/campaigns",
    title: "All Campaigns",
    roles: operator,
    layout: "shell",
    menu: { label: "All Campaigns", icon: IconMessage2, order: 40 },
    component: lazyScreen(() => import("./PlatformCampaignsScreen.tsx"), "PlatformCampaignsScreen"),
  },
]);

export const logScreens = screens([
  {
    path: "/admin/logs",
    title: "Logs",
    roles: operator,
    layout: "shell",
    menu: { label: "Logs", icon: IconListDetails, order: 70 },
    component: lazyScreen(() => import("./LogsScreen.tsx"), "LogsScreen"),
  },
]);
