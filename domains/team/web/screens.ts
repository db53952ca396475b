import { IconUsersGroup } from "@tabler/icons-react";
import { owner } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const teamScreens = screens([
  {
    path: "/team",
    title: "Team",
    roles: owner,
    layout: "shell",
    menu: { label: "Team", icon: IconUsersGroup, order: 72 },
    component: lazyScreen(() => import("./TeamScreen.tsx"), "TeamScreen"),
  },
]);
