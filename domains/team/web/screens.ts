import { IconUsersGroup } from "@tabler/icons-react";
import { owner } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

export const teamScreens = screens([
  {
    path: "/team",
    name: "Team",
    title: "Team",
    roles: owner,
    layout: "shell",
    menu: { label: "Team", icon: IconUsersGroup, place: 72 },
    component: load(() => import("./TeamScreen.tsx"), "TeamScreen"),
  },
]);
