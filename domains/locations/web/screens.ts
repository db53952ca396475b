import { IconBuildingStore } from "@tabler/icons-react";
import { owner } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

export const locationScreens = screens([
  {
    path: "/locations",
    name: "Locations",
    title: "Locations",
    roles: owner,
    layout: "shell",
    menu: { label: "Locations", icon: IconBuildingStore, place: 80 },
    component: load(() => import("./LocationsScreen.tsx"), "LocationsScreen"),
  },
]);
