import { IconUsers } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

export const customerScreens = screens([
  {
    path: "/customers",
    name: "Customers",
    title: "Customers",
    roles: staff,
    layout: "shell",
    menu: { label: "Customers", icon: IconUsers, place: 30, group: "Customer" },
    component: load(() => import("./CustomersScreen.tsx"), "CustomersScreen"),
  },
]);
