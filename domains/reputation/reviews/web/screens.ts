import { IconStar } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const reviewScreens = screens([
  {
    path: "/reviews",
    title: "Reviews",
    roles: staff,
    layout: "shell",
    menu: { label: "Reviews", icon: IconStar, order: 42, group: "Review" },
    component: lazyScreen(() => import("./ReviewsScreen.tsx"), "ReviewsScreen"),
  },
]);
