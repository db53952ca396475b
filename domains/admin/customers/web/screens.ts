import { IconUsersGroup } from "@tabler/icons-react";
import { operator } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

export const platformCustomerScreens = screens([
  {
    path: "/admin/customers",
    name: "AdminCustomers",
    title: "All Customers",
    roles: operator,
    layout: "shell",
    menu: { label: "All Customers", icon: IconUsersGroup, place: 30 },
    component: load(() => import("./PlatformCustomersScreen.tsx"), "PlatformCustomersScreen"),
  },
]);
