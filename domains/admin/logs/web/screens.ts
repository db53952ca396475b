import { IconListDetails } from "@tabler/icons-react";
import { operator } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const logScreens = screens([
  {
    path: "/admin/logs",
    title: "Logs",
    roles: operator,
    layout: "shell",
    menu: { label: "Logs", icon: IconListDetails, order: 70 },
    component: lazyScreen(() => import("./LogsScreen.tsx"), "LogsScreen"),
  },
]);
