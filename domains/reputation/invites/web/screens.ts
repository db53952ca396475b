import { IconTrophy } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const reviewInviteScreens = screens([
  {
    path: "/invites",
    title: "Invites",
    roles: staff,
    layout: "shell",
    menu: { label: "Invites", icon: IconTrophy, order: 44, group: "Review" },
    component: lazyScreen(() => import("./InvitesScreen.tsx"), "InvitesScreen"),
  },
]);
