import { IconTargetArrow } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";

const badge = lazyScreen(() => import("./LeadsBadge.tsx"), "LeadsBadge");

export const leadScreens = screens([
  {
    path: "/leads",
    title: "Leads",
    roles: staff,
    layout: "shell",
    menu: { label: "Leads", icon: IconTargetArrow, order: 12, badge },
    component: lazyScreen(() => import("./LeadsScreen.tsx"), "LeadsScreen"),
    customerPart: {
      order: 0,
      isAbove: true,
      component: lazyNamed(() => import("./CustomerLeads.tsx"), "CustomerLeads"),
    },
  },
  {
    path: "/leads/plans",
    title: "Follow-up plans",
    roles: staff,
    layout: "shell",
    menuPath: "/leads",
    component: lazyScreen(() => import("./plans/PlansScreen.tsx"), "PlansScreen", "plans/PlansScreen"),
  },
  {
    path: "/leads/plans/:id",
    title: "Follow-up plan",
    roles: staff,
    layout: "shell",
    menuPath: "/leads",
    ownPhoneHeader: true,
    component: lazyScreen(() => import("./plans/PlanScreen.tsx"), "PlanScreen", "plans/PlanScreen"),
  },
]);
