import { IconBuildingStore } from "@tabler/icons-react";
import { operator } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const clientScreens = screens([
  {
    path: "/admin/clients/:param?",
    title: "All Clients",
    roles: operator,
    layout: "shell",
    menu: { label: "All Clients", icon: IconBuildingStore, order: 20, to: "/admin/clients" },
    component: lazyScreen(() => import("./ClientsScreen.tsx"), "ClientsScreen"),
  },
  {
    path: "/admin/clients/add",
    title: "Add New Client",
    roles: operator,
    layout: "shell",
    component: lazyScreen(() => import("./AddClientScreen.tsx"), "AddClientScreen"),
  },
  {
    path: "/admin/clients/:id/buy_phone_no",
    title: "Client",
    roles: operator,
    layout: "shell",
    component: lazyScreen(() => import("./ClientScreen.tsx"), "ClientScreen"),
  },
]);
