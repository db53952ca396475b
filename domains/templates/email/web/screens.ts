import { IconMail } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const emailTemplateScreens = screens([
  {
    path: "/email-templates",
    title: "Email templates",
    roles: staff,
    layout: "shell",
    menu: { label: "Email templates", icon: IconMail, order: 37, group: "Email Marketing" },
    component: lazyScreen(() => import("./EmailTemplatesScreen.tsx"), "EmailTemplatesScreen"),
  },
]);
