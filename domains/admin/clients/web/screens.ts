import { IconBuildingStore } from "@tabler/icons-react";
import { operator } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

export const clientScreens = screens([
  {
    path: "/admin/clients/:param?",
    name: "Clients",
    title: "All Clients",
    roles: operator,
    layout: "shell",
    menu: { label: "All Clients", icon: IconBuildingStore, place: 20, to: "/admin/clients" },
    component: load(() => import("./ClientsScreen.tsx"), "ClientsScreen"),
  },
  {
    path: "/admin/clients/add",
    name: "AddClient",
    title: "Add New Client",
    roles: operator,
    layout: "shell",
    component: load(() => import("./AddClientScreen.tsx"), "AddClientScreen"),
  },
  {
    path: "/admin/clients/:id/buy_phone_no",
    name: "BuyPhoneNo",
    title: "Client",
    roles: operator,
    layout: "shell",
    component: load(() => import("./ClientScreen.tsx"), "ClientScreen"),
  },
]);
