import { IconPhoneCall } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const callLogScreens = screens([
  {
    path: "/call-tracking",
    title: "Call tracking",
    roles: staff,
    layout: "shell",
    menu: { label: "Call tracking", icon: IconPhoneCall, order: 50, group: "Tracking" },
    component: lazyScreen(() => import("./CallLogScreen.tsx"), "CallLogScreen"),
  },
]);
