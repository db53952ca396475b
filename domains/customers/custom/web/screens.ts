import { owner } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const customFieldScreens = screens([
  {
    path: "/settings/custom-fields",
    title: "Custom fields",
    roles: owner,
    layout: "shell",
    settings: { group: "business", order: 35 },
    component: lazyScreen(() => import("./CustomFieldsScreen.tsx"), "CustomFieldsScreen"),
  },
]);
