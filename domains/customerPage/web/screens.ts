import { staff } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

export const customerPageScreens = screens([
  {
    path: "/customer/:id",
    name: "Customer",
    title: "Customer",
    roles: staff,
    layout: "shell",
    under: "/customers",
    component: load(() => import("./CustomerScreen.tsx"), "CustomerScreen"),
  },
]);
