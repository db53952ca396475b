import { IconStackFront } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

const badge = lazyScreen(() => import("./NextBadge.tsx"), "NextBadge");

export const nextScreens = screens([
  {
    path: "/next/:kind?/:id?",
    title: "Next",
    roles: staff,
    layout: "shell",
    ownPhoneHeader: "/next/:kind/:id",
    menu: { label: "Next", icon: IconStackFront, order: 5, to: "/next", badge },
    component: lazyScreen(() => import("./NextScreen.tsx"), "NextScreen"),
  },
]);
