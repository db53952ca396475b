import { managers } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const leadSettingsScreens = screens([
  {
    path: "/settings/leads",
    title: "Leads",
    roles: managers,
    layout: "shell",
    settings: { group: "location", order: 60, supportAccess: "reads" },
    component: lazyScreen(() => import("./LeadSettingsScreen.tsx"), "LeadSettingsScreen"),
  },
]);
