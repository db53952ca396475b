import { Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import type { SimulatorMail, SimulatorMailAction } from "#simulator/contract.ts";
import { FailureAlert } from "./FailureAlert.tsx";
import { countedLinks } from "./mailLinks.ts";
import { usePost } from "./simulatorApi.ts";

const reactions: readonly { action: SimulatorMailAction; label: string; done: string }[] = [
  { action: "open", label: "Open", done: "Opened. Within 10 seconds of arriving, this counts as a scanner." },
  { action: "scan", label: "Scanner visits all links", done: "A scanner visited every link." },
  { action: "unsubscribe", label: "Unsubscribe", done: "Unsubscribed with one click" },
  { action: "bounce_hard", label: "Hard bounce", done: "Bounced: no such address" },
  { action: "bounce_soft", label: "Soft bounce", done: "Bounced: mailbox full" },
  { action: "out_of_office", label: "Out of office", done: "Out-of-office reply sent" },
  { action: "complain", label: "Mark as spam", done: "Marked as spam" },
];

/** What the reader of a marketing mail can do, or their server. */
export function MailReactions({ mail }: { mail: SimulatorMail }) {
  const react = usePost(`mails/${mail.id}`, () => {});
  const sent = react.isSuccess ? (react.variables as { action: SimulatorMailAction }).action : undefined;
  const done = reactions.find(({ action }) => action === sent)?.done;
  const [, unsubscribePage] = /^<(https?:[^>]+)>/.exec(mail.headers["List-Unsubscribe"] ?? "") ?? [];
  return (
    <Stack gap="sm" my="md">
      <Title order={3} size="h5">
        As the recipient
      </Title>
      <Group gap="xs">
        {reactions.map((reaction) => (
          <Button
            key={reaction.action}
            variant="default"
            size="compact-md"
            disabled={react.isPending}
            onClick={() => react.mutate({ action: reaction.action })}
          >
            {reaction.label}
          </Button>
        ))}
      </Group>
      <div role="status">{done && <Text size="sm">{done}</Text>}</div>
      <FailureAlert error={react.error} />
      <Group gap="md">
        {countedLinks(mail.html, unsubscribePage).map(({ url, text }, index) => (
          <Anchor key={url} href={url} target="_blank" rel="noreferrer" size="sm">
            Link {index + 1}: {text}
          </Anchor>
        ))}
        {unsubscribePage && (
          <Anchor href={unsubscribePage} target="_blank" rel="noreferrer" size="sm">
            Unsubscribe page
          </Anchor>
        )}
      </Group>
    </Stack>
  );
}
