import { managers } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

export const duplicateScreens = screens([
  {
    path: "/customers/duplicates",
    name: "Duplicates",
    title: "Possible duplicates",
    roles: managers,
    layout: "shell",
    under: "/customers",
    component: load(() => import("./DuplicatesScreen.tsx"), "DuplicatesScreen"),
  },
]);
