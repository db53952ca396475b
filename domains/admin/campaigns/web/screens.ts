import { IconMessage2 } from "@tabler/icons-react";
import { operator } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

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
