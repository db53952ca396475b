import { Badge, Button, Group } from "@mantine/core";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { type Client, clients } from "../contract.ts";

/** The client's email, whether it is confirmed, and a button to vouch for it. */
export function EmailFact({ client }: { client: Client }) {
  const prove = useSend(clients.proveEmail, { invalidates: [clients.one, clients.table] });
  const confirmProof = async () => {
    const title = `Mark ${client.email} as confirmed?`;
    const text = "Only if you know that this email belongs to the business. It can then invite by text.";
    if (await confirm({ title, text, action: "Mark as confirmed" })) prove.mutate({ params: { id: client.id } });
  };
  if (client.email_proved_at) return client.email;
  return (
    <Group gap="xs">
      {client.email}
      <UnconfirmedBadge />
      <Button size="compact-xs" variant="default" loading={prove.isPending} onClick={() => void confirmProof()}>
        Mark as confirmed
      </Button>
    </Group>
  );
}

export function UnconfirmedBadge() {
  return (
    <Badge variant="light" color="yellow" size="sm">
      Not confirmed
    </Badge>
  );
}
