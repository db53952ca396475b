import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const kioskScreens = screens([
  {
    path: "/kiosk",
    name: "Kiosk",
    title: "Review kiosk",
    roles: "anyone",
    layout: "auth",
    component: lazyScreen(() => import("./KioskScreen.tsx"), "KioskScreen"),
  },
]);
