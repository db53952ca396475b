import { IconLayoutDashboard } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const dashboardScreens = screens([
  {
    path: "/dashboard2",
    title: "Dashboard",
    roles: staff,
    layout: "shell",
    menu: { label: "Dashboard", icon: IconLayoutDashboard, order: 15 },
    component: lazyScreen(() => import("./DashboardScreen.tsx"), "DashboardScreen"),
  },
]);
