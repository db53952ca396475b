import { IconListDetails } from "@tabler/icons-react";
import { managers } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const reportScreens = screens([
  {
    path: "/report",
    title: "Report",
    roles: managers,
    layout: "shell",
    menu: { label: "Report", icon: IconListDetails, order: 74 },
    component: lazyScreen(() => import("./ReportScreen.tsx"), "ReportScreen"),
  },
]);
