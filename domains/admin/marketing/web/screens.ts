import { IconListCheck } from "@tabler/icons-react";
import { operator } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const marketingRulesScreens = screens([
  {
    path: "/admin/marketing",
    title: "Marketing Rules",
    roles: operator,
    layout: "shell",
    menu: { label: "Marketing Rules", icon: IconListCheck, order: 55 },
    component: lazyScreen(() => import("./MarketingRulesScreen.tsx"), "MarketingRulesScreen"),
  },
]);
