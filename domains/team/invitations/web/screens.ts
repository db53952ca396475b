import { load, screens } from "#core/web/screen.ts";

export const invitationScreens = screens([
  {
    path: "/invitation",
    name: "Invitation",
    title: "Join the team",
    roles: "anyone",
    layout: "auth",
    component: load(() => import("./InvitationScreen.tsx"), "InvitationScreen"),
  },
]);
