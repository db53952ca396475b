import { IconLayoutDashboard } from "@tabler/icons-react";
import { operator } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

export const overviewScreens = screens([
  {
    path: "/admin/dashboard",
    name: "AdminDashboard",
    title: "Dashboard",
    roles: operator,
    layout: "shell",
    menu: { label: "Dashboard", icon: IconLayoutDashboard, place: 10 },
    component: load(() => import("./DashboardScreen.tsx"), "DashboardScreen"),
  },
]);
