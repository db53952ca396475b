import { IconListCheck } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

export const taskScreens = screens([
  {
    path: "/tasks",
    name: "Tasks",
    title: "Tasks",
    roles: staff,
    layout: "shell",
    menu: { label: "Tasks", icon: IconListCheck, place: 25 },
    component: load(() => import("./TasksScreen.tsx"), "TasksScreen"),
  },
]);
