import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";
import { signInTexts } from "./texts.ts";

export const accountScreens = screens([
  {
    path: "/login",
    title: "Login",
    roles: "anyone",
    layout: "auth",
    component: lazyScreen(() => import("./LoginScreen.tsx"), "LoginScreen"),
  },
  {
    path: "/login/new-password",
    title: signInTexts.ownPassword,
    roles: staff,
    layout: "auth",
    // The person who set the password must not keep knowing it.
    comesFirst: ({ must_change_password }) => must_change_password === true,
    component: lazyScreen(() => import("./OwnPasswordScreen.tsx"), "OwnPasswordScreen"),
  },
]);
