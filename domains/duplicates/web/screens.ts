import { managers } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const duplicateScreens = screens([
  {
    path: "/customers/duplicates",
    title: "Possible duplicates",
    roles: managers,
    layout: "shell",
    menuPath: "/customers",
    component: lazyScreen(() => import("./DuplicatesScreen.tsx"), "DuplicatesScreen"),
  },
]);
