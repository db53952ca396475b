import { IconMessages } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

// Loaded lazily: it imports the inbox's calls, which the sign-in screens don't need.
const badge = load(() => import("./UnreadBadge.tsx"), "UnreadBadge");

export const inboxScreens = screens([
  {
    path: "/inbox/:type?/:chat_id?",
    name: "Inbox",
    title: "Inbox",
    roles: staff,
    layout: "shell",
    menu: { label: "Inbox", icon: IconMessages, place: 10, to: "/inbox/all", badge },
    component: load(() => import("./InboxScreen.tsx"), "InboxScreen"),
  },
]);
