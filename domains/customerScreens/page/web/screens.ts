import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";
import { RecentEntries } from "#domains/timeline/web/public.tsx";

export const customerPageScreens = screens([
  {
    path: "/customer/:id",
    title: "Customer",
    roles: staff,
    layout: "shell",
    menuPath: "/customers",
    customerPart: { order: 9, component: RecentEntries },
    component: lazyScreen(() => import("./CustomerScreen.tsx"), "CustomerScreen"),
  },
]);
