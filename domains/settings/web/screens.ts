import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const settingsScreens = screens([
  {
    path: "/settings",
    title: "Settings",
    roles: staff,
    layout: "shell",
    prerenderedPaths: ["/settings"],
    component: lazyScreen(() => import("./SettingsScreen.tsx"), "SettingsScreen"),
  },
]);
