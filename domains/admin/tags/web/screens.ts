import { IconTags } from "@tabler/icons-react";
import { operator } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const operatorTagScreens = screens([
  {
    path: "/admin/tags",
    title: "Tags",
    roles: operator,
    layout: "shell",
    menu: { label: "Tags", icon: IconTags, order: 60 },
    component: lazyScreen(() => import("./TagsScreen.tsx"), "TagsScreen"),
  },
  {
    path: "/admin/tags/add",
    title: "Add Tag",
    roles: operator,
    layout: "shell",
    component: lazyScreen(() => import("./AddTagScreen.tsx"), "AddTagScreen"),
  },
]);
