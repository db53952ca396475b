import { managers } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const customerDeletionScreens = screens([
  {
    path: "/customers/deleted",
    title: "Deleted customers",
    roles: managers,
    layout: "shell",
    menuPath: "/customers",
    component: lazyScreen(() => import("./DeletedCustomersScreen.tsx"), "DeletedCustomersScreen"),
  },
]);
