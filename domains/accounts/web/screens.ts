import { staff } from "#core/people.ts";
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
  {
    path: "/login/new-password",
    name: "NewPassword",
    title: "Choose a password of your own",
    roles: staff,
    layout: "auth",
    // Whoever set the password must not keep knowing it.
    comesFirst: ({ must_change_password }) => must_change_password === true,
    component: load(() => import("./NewPasswordScreen.tsx"), "NewPasswordScreen"),
  },
]);
