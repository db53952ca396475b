import { staff } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

export const settingsScreens = screens([
  {
    path: "/settings",
    name: "Settings",
    title: "Settings",
    roles: staff,
    layout: "shell",
    component: load(() => import("./SettingsScreen.tsx"), "SettingsScreen"),
  },
]);
