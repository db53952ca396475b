import { IconMessage2 } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const trackingScreens = screens([
  {
    path: "/sms-tracking",
    title: "SMS tracking",
    roles: staff,
    layout: "shell",
    menu: { label: "SMS tracking", icon: IconMessage2, order: 51, group: "Tracking" },
    component: lazyScreen(() => import("./TextLogScreen.tsx"), "TextLogScreen"),
  },
]);
