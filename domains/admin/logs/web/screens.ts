import { IconListDetails } from "@tabler/icons-react";
import { operator } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

export const logScreens = screens([
  {
    path: "/admin/logs",
    name: "Logs",
    title: "Logs",
    roles: operator,
    layout: "shell",
    menu: { label: "Logs", icon: IconListDetails, place: 70 },
    component: load(() => import("./LogsScreen.tsx"), "LogsScreen"),
  },
]);
