import { load, screens } from "#core/web/screen.ts";

export const accountScreens = screens([
  {
    path: "/login",
    name: "Login",
    title: "Login",
    roles: "anyone",
    layout: "auth",
    component: load(() => import("./LoginScreen.tsx"), "LoginScreen"),
  },
]);
