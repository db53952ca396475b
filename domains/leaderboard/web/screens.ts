import { IconTrophy } from "@tabler/icons-react";
import { owner } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

export const leaderboardScreens = screens([
  {
    path: "/leaderboard",
    name: "Leaderboard",
    title: "Leaderboard",
    roles: owner,
    layout: "shell",
    menu: { label: "Leaderboard", icon: IconTrophy, place: 70 },
    component: load(() => import("./LeaderboardScreen.tsx"), "LeaderboardScreen"),
  },
]);
