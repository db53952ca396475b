import { owner } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

export const registrationScreens = screens([
  {
    path: "/register",
    name: "Register",
    title: "Register",
    roles: "anyone",
    layout: "auth",
    component: load(() => import("./RegisterScreen.tsx"), "RegisterScreen"),
  },
  {
    path: "/register/wizard",
    name: "Registerwizard",
    title: "Set up your business",
    roles: owner,
    layout: "auth",
    // A new business needs its first location before anything else.
    comesFirst: ({ user_type, location_id }) => user_type === "dealer" && location_id === null,
    component: load(() => import("./WizardScreen.tsx"), "WizardScreen"),
  },
]);
