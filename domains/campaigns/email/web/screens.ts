import { IconMail } from "@tabler/icons-react";
import { managers, staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

const compose = lazyScreen(() => import("./ComposeEmailScreen.tsx"), "ComposeEmailScreen");

/** Agents see campaigns and their results; only managers send them. */
export const emailCampaignScreens = screens([
  {
    path: "/email-campaign",
    title: "Email campaigns",
    roles: staff,
    layout: "shell",
    menu: { label: "Email campaigns", icon: IconMail, order: 36, group: "Email Marketing" },
    component: lazyScreen(() => import("./EmailCampaignsScreen.tsx"), "EmailCampaignsScreen"),
  },
  {
    path: "/email-campaign/add",
    title: "New email campaign",
    roles: managers,
    layout: "shell",
    menuPath: "/email-campaign",
    component: compose,
  },
  {
    path: "/email-campaign/edit/:id",
    title: "Edit email campaign",
    roles: managers,
    layout: "shell",
    menuPath: "/email-campaign",
    component: compose,
  },
  {
    path: "/email-campaign/:id",
    title: "Email campaign",
    roles: staff,
    layout: "shell",
    menuPath: "/email-campaign",
    component: lazyScreen(() => import("./EmailCampaignScreen.tsx"), "EmailCampaignScreen"),
  },
]);
