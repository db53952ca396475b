import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const customerPageScreens = screens([
  {
    path: "/customer/:id",
    title: "Customer",
    roles: staff,
    layout: "shell",
    menuPath: "/customers",
    component: lazyScreen(() => import("./CustomerScreen.tsx"), "CustomerScreen"),
  },
]);
