import { IconMessages } from "@tabler/icons-react";
import { operator } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const platformMessageScreens = screens([
  {
    path: "/admin/messages",
    title: "All Messages",
    roles: operator,
    layout: "shell",
    menu: { label: "All Messages", icon: IconMessages, order: 50 },
    component: lazyScreen(() => import("./PlatformMessagesScreen.tsx"), "PlatformMessagesScreen"),
  },
]);
