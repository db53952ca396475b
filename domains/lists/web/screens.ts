import { IconUsersGroup } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

export const listScreens = screens([
  {
    path: "/customers/lists",
    name: "CustomersList",
    title: "Customer Lists",
    roles: staff,
    layout: "shell",
    menu: { label: "Lists", icon: IconUsersGroup, place: 30, group: "Customer" },
    component: load(() => import("./ListsScreen.tsx"), "ListsScreen"),
  },
]);
