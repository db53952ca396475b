import { IconMessages } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

// Loaded lazily: it imports the inbox's calls, which the sign-in screens don't need.
const badge = lazyScreen(() => import("./UnreadBadge.tsx"), "UnreadBadge");

export const inboxScreens = screens([
  {
    path: "/inbox/:type?/:chat_id?",
    title: "Inbox",
    roles: staff,
    layout: "shell",
    ownPhoneHeader: "/inbox/:type/:chat_id",
    menu: { label: "Inbox", icon: IconMessages, order: 10, to: "/inbox/all", badge },
    prerenderedPaths: ["/inbox/unread", "/inbox/unreplied", "/inbox/mine", "/inbox/unassigned", "/inbox/snoozed"],
    component: lazyScreen(() => import("./InboxScreen.tsx"), "InboxScreen"),
  },
]);
