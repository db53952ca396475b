import { IconLayoutDashboard } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

export const dashboardScreens = screens([
  {
    path: "/dashboard2",
    name: "Dashboard",
    title: "Dashboard",
    roles: staff,
    layout: "shell",
    menu: { label: "Dashboard", icon: IconLayoutDashboard, place: 15 },
    component: load(() => import("./DashboardScreen.tsx"), "DashboardScreen"),
  },
]);
