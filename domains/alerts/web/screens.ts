import { IconAlertTriangle } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

// A chunk of its own, because signed-out visitors never need it.
const badge = lazyScreen(() => import("./DangerBadge.tsx"), "DangerBadge");

export const alertScreens = screens([
  {
    path: "/alerts",
    title: "Alerts",
    roles: staff,
    layout: "shell",
    menu: { label: "Alerts", icon: IconAlertTriangle, order: 27, badge },
    component: lazyScreen(() => import("./AlertsScreen.tsx"), "AlertsScreen"),
  },
]);
