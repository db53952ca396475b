import { owner } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const reviewConnectionScreens = screens([
  {
    path: "/review-settings/connected",
    title: "Connect Google",
    roles: owner,
    layout: "shell",
    menuPath: "/review-settings",
    component: lazyScreen(() => import("./ConnectedScreen.tsx"), "ConnectedScreen"),
  },
]);
