import { IconCalendarPlus, IconVideo } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

const group = "Meetings";

export const meetingScreens = screens([
  {
    path: "/virtual",
    title: "Virtual meetings",
    roles: staff,
    layout: "shell",
    menu: { label: "Virtual", icon: IconVideo, order: 47, group },
    component: lazyScreen(() => import("./VirtualScreen.tsx"), "VirtualScreen"),
  },
  {
    path: "/inperson",
    title: "In-person meetings",
    roles: staff,
    layout: "shell",
    menu: { label: "In person", icon: IconCalendarPlus, order: 48, group },
    component: lazyScreen(() => import("./InpersonScreen.tsx"), "InpersonScreen"),
  },
]);
