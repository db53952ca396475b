import { ActionIcon } from "@mantine/core";
import { IconPlus, IconTrophy, IconUpload, IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { customers } from "#domains/customers/contract.ts";
import { uploads } from "#domains/customers/upload/contract.ts";

const SendInviteDialog = lazyDialog(
  () => import("#domains/reputation/invites/web/SendInviteDialog.tsx"),
  "SendInviteDialog",
);
const AddCustomerDialog = lazyDialog(() => import("#domains/customers/web/CustomerDialogs.tsx"), "AddCustomerDialog");

/** The header's actions, from any screen: customers, one or many, and a request for a review. */
export function CreateMenu({ className }: { className?: string | undefined }) {
  const [opened, setOpened] = useState<"customer" | "invite">();
  const close = () => setOpened(undefined);
  return (
    <span className={className}>
      <DropMenu
        width={220}
        trigger={
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Create" title="Create">
            <IconPlus size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        }
        items={[
          {
            label: "Create a customer",
            icon: IconUserPlus,
            needs: customers.add,
            onClick: () => setOpened("customer"),
          },
          { label: "Upload customers", icon: IconUpload, needs: uploads.copyFromTemp, to: "/customers/none/new" },
          { label: "Send Review Invite", icon: IconTrophy, onClick: () => setOpened("invite") },
        ]}
      />
      <AddCustomerDialog opened={opened === "customer"} onClose={close} />
      <SendInviteDialog opened={opened === "invite"} onClose={close} />
    </span>
  );
}
