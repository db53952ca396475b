import { IconWorld } from "@tabler/icons-react";
import { operator } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const publicSiteScreens = screens([
  {
    path: "/admin/site",
    title: "Public Site",
    roles: operator,
    layout: "shell",
    menu: { label: "Public Site", icon: IconWorld, order: 58 },
    component: lazyScreen(() => import("./PublicSiteScreen.tsx"), "PublicSiteScreen"),
  },
]);
