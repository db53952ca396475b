import { IconMessages } from "@tabler/icons-react";
import { operator } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

export const platformMessageScreens = screens([
  {
    path: "/admin/messages",
    name: "AdminMessages",
    title: "All Messages",
    roles: operator,
    layout: "shell",
    menu: { label: "All Messages", icon: IconMessages, place: 50 },
    component: load(() => import("./PlatformMessagesScreen.tsx"), "PlatformMessagesScreen"),
  },
]);
