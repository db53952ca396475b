import { IconTrophy } from "@tabler/icons-react";
import { owner } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const leaderboardScreens = screens([
  {
    path: "/leaderboard",
    title: "Leaderboard",
    roles: owner,
    layout: "shell",
    menu: { label: "Leaderboard", icon: IconTrophy, order: 70 },
    component: lazyScreen(() => import("./LeaderboardScreen.tsx"), "LeaderboardScreen"),
  },
]);
