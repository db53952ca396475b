import { IconReport } from "@tabler/icons-react";
import { managers } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

export const reportScreens = screens([
  {
    path: "/report",
    name: "Report",
    title: "Report",
    roles: managers,
    layout: "shell",
    menu: { label: "Report", icon: IconReport, place: 74 },
    component: load(() => import("./ReportScreen.tsx"), "ReportScreen"),
  },
]);
