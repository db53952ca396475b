import { load, screens } from "#core/web/screen.ts";

export const twoFactorScreens = screens([
  {
    path: "/login/phoneNumber",
    name: "LoginPhoneNumber",
    title: "Your phone number",
    roles: "anyone",
    layout: "auth",
    component: load(() => import("./PhoneNumberScreen.tsx"), "PhoneNumberScreen"),
  },
  {
    path: "/login/two-factor-authentication-check",
    name: "TwoFactorAuthentication",
    title: "Let's verify",
    roles: "anyone",
    layout: "auth",
    component: load(() => import("./TwoFactorScreen.tsx"), "TwoFactorScreen"),
  },
]);
