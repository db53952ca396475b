import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const connectedCalendarScreens = screens([
  {
    path: "/virtual/connected",
    title: "Connect Google Calendar",
    roles: staff,
    layout: "shell",
    menuPath: "/virtual",
    component: lazyScreen(() => import("./CalendarConnectedScreen.tsx"), "CalendarConnectedScreen"),
  },
]);
