import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const emailProofScreens = screens([
  {
    path: "/verify-email/:token",
    title: "Confirm your email",
    roles: "anyone",
    layout: "auth",
    component: lazyScreen(() => import("./VerifyEmailScreen.tsx"), "VerifyEmailScreen"),
  },
]);
