import { ActionIcon } from "@mantine/core";
import { IconTrophy } from "@tabler/icons-react";
import { useState } from "react";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";

const SendInviteDialog = lazyDialog(() => import("./SendInviteDialog.tsx"), "SendInviteDialog");

/** The header's button that asks somebody for a review, from any screen. */
export function InviteButton({ className }: { className?: string | undefined }) {
  const [opened, setOpened] = useState(false);
  return (
    <span className={className}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Send Review Invite"
        title="Send Review Invite"
        onClick={() => setOpened(true)}
      >
        <IconTrophy size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      <SendInviteDialog opened={opened} onClose={() => setOpened(false)} />
    </span>
  );
}
