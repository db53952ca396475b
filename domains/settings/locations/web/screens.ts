import { IconBuildingStore } from "@tabler/icons-react";
import { owner } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const locationScreens = screens([
  {
    path: "/locations",
    title: "Locations",
    roles: owner,
    layout: "shell",
    menu: { label: "Locations", icon: IconBuildingStore, order: 80 },
    component: lazyScreen(() => import("./LocationsScreen.tsx"), "LocationsScreen"),
  },
]);
