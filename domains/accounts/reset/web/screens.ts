import { load, screens } from "#core/web/screen.ts";

const frame = { roles: "anyone", layout: "auth" } as const;

export const resetScreens = screens([
  {
    ...frame,
    path: "/forgot-password",
    name: "ForgotPassword",
    title: "Forgot your password?",
    component: load(() => import("./ForgotPasswordScreen.tsx"), "ForgotPasswordScreen"),
  },
  {
    ...frame,
    path: "/forgot-password/otp-sent",
    name: "ForgotSubmit",
    title: "Check your email",
    component: load(() => import("./CodeSentScreen.tsx"), "CodeSentScreen"),
  },
  {
    ...frame,
    path: "/forgot-password/otp-check",
    name: "ForgotOTP",
    title: "Enter the code",
    component: load(() => import("./ResetCodeScreen.tsx"), "ResetCodeScreen"),
  },
  {
    ...frame,
    path: "/forgot-password/new-password/:email/:id",
    name: "NewPassword",
    title: "Choose a new password",
    component: load(() => import("./NewPasswordScreen.tsx"), "NewPasswordScreen"),
  },
]);
