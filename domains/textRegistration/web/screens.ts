import { owner, staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const textRegistrationScreens = screens([
  {
    path: "/settings/text-registration",
    title: "Text message registration",
    roles: staff,
    layout: "shell",
    settings: {
      group: "business",
      order: 10,
      alert: lazyScreen(() => import("./RegistrationAlert.tsx"), "RegistrationAlert"),
      supportAccess: "reads",
    },
    component: lazyScreen(() => import("./RegistrationScreen.tsx"), "RegistrationScreen"),
  },
  {
    path: "/settings/text-registration/edit",
    title: "Text message registration",
    roles: owner,
    layout: "shell",
    menuPath: "/settings",
    ownPhoneHeader: true,
    component: lazyScreen(() => import("./wizard/EditRegistrationScreen.tsx"), "EditRegistrationScreen"),
  },
]);
