import { IconRosetteDiscountCheck } from "@tabler/icons-react";
import { operator } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const operatorRegistrationScreens = screens([
  {
    path: "/admin/registrations",
    title: "Registrations",
    roles: operator,
    layout: "shell",
    menu: { label: "Registrations", icon: IconRosetteDiscountCheck, order: 25 },
    component: lazyScreen(() => import("./RegistrationsScreen.tsx"), "RegistrationsScreen"),
  },
  {
    path: "/admin/registrations/clients/:id",
    title: "Registration",
    roles: operator,
    layout: "shell",
    menuPath: "/admin/registrations",
    component: lazyScreen(() => import("./ClientRegistrationScreen.tsx"), "ClientRegistrationScreen"),
  },
  {
    path: "/admin/registrations/platform/:part?",
    title: "Text message registration",
    roles: operator,
    layout: "shell",
    menuPath: "/admin/registrations",
    ownPhoneHeader: "/admin/registrations/platform/:part",
    component: lazyScreen(() => import("./PlatformRegistrationScreen.tsx"), "PlatformRegistrationScreen"),
  },
]);
