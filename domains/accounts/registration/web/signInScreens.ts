import { owner } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const registrationScreens = screens([
  {
    path: "/register",
    title: "Register",
    roles: "anyone",
    layout: "auth",
    component: lazyScreen(() => import("./RegisterScreen.tsx"), "RegisterScreen"),
  },
  {
    path: "/register/wizard",
    title: "Set up your business",
    roles: owner,
    layout: "auth",
    // A new business needs its first location before anything else.
    comesFirst: ({ user_type, location_id }) => user_type === "dealer" && location_id === null,
    component: lazyScreen(() => import("./WizardScreen.tsx"), "WizardScreen"),
  },
]);

export const emailProofScreens = screens([
  {
    path: "/verify-email/:token",
    title: "Confirm your email",
    roles: "anyone",
    layout: "auth",
    component: lazyScreen(() => import("./VerifyEmailScreen.tsx"), "VerifyEmailScreen"),
  },
]);
