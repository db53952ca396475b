import { IconAlertTriangle } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

// A chunk of its own, because signed-out visitors never need it.
const badge = load(() => import("./DangerBadge.tsx"), "DangerBadge");

export const alertScreens = screens([
  {
    path: "/alerts",
    name: "Alerts",
    title: "Alerts",
    roles: staff,
    layout: "shell",
    menu: { label: "Alerts", icon: IconAlertTriangle, place: 27, badge },
    component: load(() => import("./AlertsScreen.tsx"), "AlertsScreen"),
  },
]);
