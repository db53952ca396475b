import { IconAddressBook } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

const component = lazyScreen(() => import("./CustomersScreen.tsx"), "CustomersScreen");

export const customerScreens = screens([
  {
    path: "/customers",
    title: "Customers",
    roles: staff,
    layout: "shell",
    menu: { label: "Customers", icon: IconAddressBook, order: 31, group: "Customer", groupIcon: IconAddressBook },
    component,
  },
  {
    // One list's customers; `none` means without a list, `all` everyone. `new` opens the upload.
    path: "/customers/:list_id/:upload?",
    title: "Customers",
    roles: staff,
    layout: "shell",
    menuPath: "/customers",
    component,
  },
]);
