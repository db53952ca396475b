import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

const frame = { roles: "anyone", layout: "auth" } as const;

export const resetScreens = screens([
  {
    ...frame,
    path: "/forgot-password",
    title: "Forgot your password?",
    component: lazyScreen(() => import("./ForgotPasswordScreen.tsx"), "ForgotPasswordScreen"),
  },
  {
    ...frame,
    path: "/forgot-password/otp-sent",
    title: "Check your email",
    component: lazyScreen(() => import("./CodeSentScreen.tsx"), "CodeSentScreen"),
  },
  {
    ...frame,
    path: "/forgot-password/otp-check",
    title: "Enter the code",
    component: lazyScreen(() => import("./ResetCodeScreen.tsx"), "ResetCodeScreen"),
  },
  {
    ...frame,
    path: "/forgot-password/new-password/:email/:id",
    title: "Choose a new password",
    component: lazyScreen(() => import("./NewPasswordScreen.tsx"), "NewPasswordScreen"),
  },
]);
