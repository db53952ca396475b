import { IconListDetails } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const listScreens = screens([
  {
    path: "/customers/lists",
    title: "Customer Lists",
    roles: staff,
    layout: "shell",
    menu: { label: "Lists", icon: IconListDetails, order: 30, group: "Customer" },
    component: lazyScreen(() => import("./ListsScreen.tsx"), "ListsScreen"),
  },
]);
