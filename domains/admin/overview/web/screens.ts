import { IconLayoutDashboard } from "@tabler/icons-react";
import { operator } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const overviewScreens = screens([
  {
    path: "/admin/dashboard",
    title: "Dashboard",
    roles: operator,
    layout: "shell",
    menu: { label: "Dashboard", icon: IconLayoutDashboard, order: 10 },
    component: lazyScreen(() => import("./DashboardScreen.tsx"), "DashboardScreen"),
  },
]);
