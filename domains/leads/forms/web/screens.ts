import { managers } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const leadPageScreens = screens([
  {
    path: "/settings/leads/connected",
    title: "Connect Facebook",
    roles: managers,
    layout: "shell",
    menuPath: "/settings/leads",
    component: lazyScreen(() => import("./PagesCard.tsx"), "PagesConnectedScreen"),
  },
]);
