import { IconListCheck } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";

const badge = lazyScreen(() => import("./OpenTasksBadge.tsx"), "OpenTasksBadge");

export const taskScreens = screens([
  {
    path: "/tasks",
    title: "Tasks",
    roles: staff,
    layout: "shell",
    menu: { label: "Tasks", icon: IconListCheck, order: 25, badge },
    component: lazyScreen(() => import("./TasksScreen.tsx"), "TasksScreen"),
    customerPart: { order: 2, component: lazyNamed(() => import("./CustomerTasks.tsx"), "CustomerTasks") },
  },
]);
