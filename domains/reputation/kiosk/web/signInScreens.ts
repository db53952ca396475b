import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const kioskScreens = screens([
  {
    path: "/kiosk",
    title: "Review kiosk",
    roles: "anyone",
    layout: "auth",
    component: lazyScreen(() => import("./KioskScreen.tsx"), "KioskScreen"),
  },
]);
