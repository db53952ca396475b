import { IconMessage2 } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const textCampaignScreens = screens([
  {
    path: "/text-campaign",
    title: "Text campaigns",
    roles: staff,
    layout: "shell",
    menu: { label: "Text campaigns", icon: IconMessage2, order: 40, group: "Text Marketing" },
    component: lazyScreen(() => import("./TextCampaignsScreen.tsx"), "TextCampaignsScreen"),
  },
  {
    path: "/text-campaign/:id",
    title: "Text campaign",
    roles: staff,
    layout: "shell",
    menuPath: "/text-campaign",
    component: lazyScreen(() => import("./TextCampaignScreen.tsx"), "TextCampaignScreen"),
  },
]);
