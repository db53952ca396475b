import { IconPhoneOutgoing } from "@tabler/icons-react";
import { managers } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const callSettingsScreens = screens([
  {
    path: "/call-settings",
    title: "Call settings",
    roles: managers,
    layout: "shell",
    menu: { label: "Call settings", icon: IconPhoneOutgoing, order: 52, group: "Tracking" },
    component: lazyScreen(() => import("./CallSettingsScreen.tsx"), "CallSettingsScreen"),
  },
]);
