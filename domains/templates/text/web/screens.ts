import { IconMessage2 } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const textTemplateScreens = screens([
  {
    path: "/text-templates",
    title: "Text templates",
    roles: staff,
    layout: "shell",
    menu: { label: "Text templates", icon: IconMessage2, order: 41, group: "Text Marketing" },
    component: lazyScreen(() => import("./TextTemplatesScreen.tsx"), "TextTemplatesScreen"),
  },
]);
