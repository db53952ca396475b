import { IconChartBar, IconTrophy } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const reviewAnalyticsScreens = screens([
  {
    path: "/analytics",
    title: "Analytics",
    roles: staff,
    layout: "shell",
    menu: { label: "Analytics", icon: IconChartBar, order: 43, group: "Review" },
    component: lazyScreen(() => import("./AnalyticsScreen.tsx"), "AnalyticsScreen"),
  },
]);

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
