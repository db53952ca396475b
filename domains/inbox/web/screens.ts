import { IconMessages } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";
import { UnreadBadge } from "./UnreadBadge.tsx";

export const inboxScreens = screens([
  {
    path: "/inbox/:type?/:chat_id?",
    name: "Inbox",
    title: "Inbox",
    roles: staff,
    layout: "shell",
    menu: { label: "Inbox", icon: IconMessages, place: 10, to: "/inbox/all", badge: UnreadBadge },
    component: load(() => import("./InboxScreen.tsx"), "InboxScreen"),
  },
]);
