import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const twoFactorScreens = screens([
  {
    path: "/login/phoneNumber",
    title: "Your phone number",
    roles: "anyone",
    layout: "auth",
    component: lazyScreen(() => import("./PhoneNumberScreen.tsx"), "PhoneNumberScreen"),
  },
  {
    path: "/login/two-factor-authentication-check",
    title: "Let's verify",
    roles: "anyone",
    layout: "auth",
    component: lazyScreen(() => import("./TwoFactorScreen.tsx"), "TwoFactorScreen"),
  },
]);
