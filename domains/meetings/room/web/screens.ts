import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const meetingRoomScreens = screens([
  {
    path: "/meetings/room/:id",
    title: "Video meeting",
    roles: staff,
    layout: "shell",
    menuPath: "/virtual",
    component: lazyScreen(() => import("./RoomScreen.tsx"), "RoomScreen"),
  },
]);
