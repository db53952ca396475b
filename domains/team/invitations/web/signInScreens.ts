import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const invitationScreens = screens([
  {
    path: "/invitation",
    title: "Join the team",
    roles: "anyone",
    layout: "auth",
    component: lazyScreen(() => import("./InvitationScreen.tsx"), "InvitationScreen"),
  },
]);
