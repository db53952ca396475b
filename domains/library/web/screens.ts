import { IconMessage2 } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const libraryScreens = screens([
  {
    path: "/library",
    title: "Library",
    roles: staff,
    layout: "shell",
    menu: { label: "Library", icon: IconMessage2, order: 41.5, group: "Text Marketing" },
    component: lazyScreen(() => import("./LibraryScreen.tsx"), "LibraryScreen"),
  },
]);
