import { IconTrophy } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const reviewPerformanceScreens = screens([
  {
    path: "/performance",
    title: "User Performance",
    roles: staff,
    layout: "shell",
    menu: { label: "User Performance", icon: IconTrophy, order: 45, group: "Review" },
    component: lazyScreen(() => import("./PerformanceScreen.tsx"), "PerformanceScreen"),
  },
]);
