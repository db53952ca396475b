import { IconTags } from "@tabler/icons-react";
import { operator } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

export const operatorTagScreens = screens([
  {
    path: "/admin/tags",
    name: "Tags",
    title: "Tags",
    roles: operator,
    layout: "shell",
    menu: { label: "Tags", icon: IconTags, place: 60 },
    component: load(() => import("./TagsScreen.tsx"), "TagsScreen"),
  },
  {
    path: "/admin/tags/add",
    name: "AddTag",
    title: "Add Tag",
    roles: operator,
    layout: "shell",
    component: load(() => import("./AddTagScreen.tsx"), "AddTagScreen"),
  },
]);
