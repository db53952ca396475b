import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

const frame = { roles: "anyone", layout: "auth" } as const;

export const resetScreens = screens([
  {
    ...frame,
    path: "/forgot-password",
    name: "ForgotPassword",
    title: "Forgot your password?",
    component: lazyScreen(() => import("./ForgotPasswordScreen.tsx"), "ForgotPasswordScreen"),
  },
  {
    ...frame,
    path: "/forgot-password/otp-sent",
    name: "ForgotSubmit",
    title: "Check your email",
    component: lazyScreen(() => import("./CodeSentScreen.tsx"), "CodeSentScreen"),
  },
  {
    ...frame,
    path: "/forgot-password/otp-check",
    name: "ForgotOTP",
    title: "Enter the code",
    component: lazyScreen(() => import("./ResetCodeScreen.tsx"), "ResetCodeScreen"),
  },
  {
    ...frame,
    path: "/forgot-password/new-password/:email/:id",
    name: "NewPassword",
    title: "Choose a new password",
    component: lazyScreen(() => import("./NewPasswordScreen.tsx"), "NewPasswordScreen"),
  },
]);
