import { IconMail, IconMessage2 } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";

export const textCampaignScreens = screens([
  {
    path: "/text-campaign",
    title: "Text campaigns",
    roles: staff,
    layout: "shell",
    menu: { label: "Text campaigns", icon: IconMessage2, order: 40, group: "Text Marketing" },
    component: lazyScreen(() => import("./TextCampaignsScreen.tsx"), "TextCampaignsScreen"),
    customerPart: { order: 3, component: lazyNamed(() => import("./CampaignsOfChat.tsx"), "CampaignsOfChat") },
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

export const emailCampaignScreens = screens([
  {
    path: "/email-campaign",
    title: "Email campaigns",
    roles: staff,
    layout: "shell",
    menu: { label: "Email campaigns", icon: IconMail, order: 36, group: "Email Marketing" },
    component: lazyScreen(() => import("./EmailCampaignsScreen.tsx"), "EmailCampaignsScreen"),
  },
  {
    path: "/email-campaign/:id",
    title: "Email campaign",
    roles: staff,
    layout: "shell",
    menuPath: "/email-campaign",
    component: lazyScreen(() => import("./EmailCampaignScreen.tsx"), "EmailCampaignScreen"),
  },
]);
