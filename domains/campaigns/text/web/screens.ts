import { IconMessage2, IconSpeakerphone } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const textCampaignScreens = screens([
  {
    path: "/text-campaign",
    name: "TextCampaign",
    title: "Text campaigns",
    roles: staff,
    layout: "shell",
    menu: {
      label: "TextCampaign",
      icon: IconSpeakerphone,
      order: 40,
      group: "Text Marketing",
      groupIcon: IconMessage2,
    },
    component: lazyScreen(() => import("./TextCampaignsScreen.tsx"), "TextCampaignsScreen"),
  },
  {
    path: "/text-campaign/:id",
    name: "TextCampaignDetail",
    title: "Text campaign",
    roles: staff,
    layout: "shell",
    menuPath: "/text-campaign",
    component: lazyScreen(() => import("./TextCampaignScreen.tsx"), "TextCampaignScreen"),
  },
]);
