import { IconAddressBook } from "@tabler/icons-react";
import { operator } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const platformCustomerScreens = screens([
  {
    path: "/admin/customers",
    title: "All Customers",
    roles: operator,
    layout: "shell",
    menu: { label: "All Customers", icon: IconAddressBook, order: 30 },
    component: lazyScreen(() => import("./PlatformCustomersScreen.tsx"), "PlatformCustomersScreen"),
  },
]);
