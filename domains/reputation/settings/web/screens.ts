import { IconListDetails } from "@tabler/icons-react";
import { owner } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const reviewSettingsScreens = screens([
  {
    path: "/review-settings",
    title: "Review settings",
    roles: owner,
    layout: "shell",
    menu: { label: "Settings", icon: IconListDetails, order: 46, group: "Review" },
    component: lazyScreen(() => import("./ReviewSettingsScreen.tsx"), "ReviewSettingsScreen"),
  },
]);
