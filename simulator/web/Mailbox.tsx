import { Button, Group, Text, Textarea, TextInput, Title, UnstyledButton } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { MailFrame } from "#core/web/mail/MailFrame.tsx";
import { formatInstant } from "#core/web/time/useTime.ts";
import type { SimulatorMail } from "#simulator/contract.ts";
import { FailureAlert } from "./FailureAlert.tsx";
import { keyboardScrollable } from "./keyboardScrollable.ts";
import { MailReactions } from "./MailReactions.tsx";
import classes from "./SimulatorPage.module.css";
import { usePolledQuery, usePost } from "./simulatorApi.ts";

/** All sent mails, newest first, and the open one. */
export function Mailbox() {
  const [searchParams, setSearchParams] = useSearchParams();
  const to = searchParams.get("to") ?? "";
  const mails = usePolledQuery<SimulatorMail[]>(`mails?to=${encodeURIComponent(to)}`);
  const open = mails.data?.find(({ id }) => String(id) === searchParams.get("mail"));
  const navigate = (params: Record<string, string>) => setSearchParams({ tab: "mailbox", ...params });
  const filter: Record<string, string> = to ? { to } : {};
  return (
    <div className={classes.panes} data-open={open !== undefined}>
      <nav className={classes.list} aria-label="Emails">
        <form onSubmit={(event) => event.preventDefault()}>
          <TextInput
            label="Only to this address"
            description="bounce@, softbounce@, ooto@, complaint@ and scanner@ respond automatically."
            type="email"
            autoComplete="off"
            value={to}
            onChange={({ currentTarget: { value } }) => navigate(value ? { to: value } : {})}
          />
        </form>
        <FailureAlert error={mails.error} />
        {mails.data?.length === 0 && (
          <Text size="sm" c="dimmed" p="sm">
            No emails here.
          </Text>
        )}
        <ul>
          {mails.data?.toReversed().map((mail) => (
            <li key={mail.id}>
              <UnstyledButton
                className={classes.row}
                aria-current={mail.id === open?.id}
                onClick={() => navigate({ ...filter, mail: String(mail.id) })}
              >
                <Group justify="space-between" wrap="nowrap">
                  <Text fw={600} truncate>
                    {mail.to}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {formatInstant(mail.at, "time")}
                  </Text>
                </Group>
                <Text size="sm" c="dimmed" truncate>
                  {mail.subject}
                </Text>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </nav>
      <section className={classes.open} aria-label="The open mail">
        {open ? (
          <Mail key={open.id} mail={open} onClose={() => navigate(filter)} />
        ) : (
          <Text c="dimmed" p="md">
            Select an email to read it.
          </Text>
        )}
      </section>
    </div>
  );
}

function Mail({ mail, onClose }: { mail: SimulatorMail; onClose: () => void }) {
  const headers = Object.entries(mail.headers);
  return (
    <article className={classes.scrolled} {...keyboardScrollable} aria-label={mail.subject}>
      <Button
        className={classes.onlyPhone}
        variant="subtle"
        size="compact-md"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={onClose}
      >
        Emails
      </Button>
      <Title order={2} size="h4">
        {mail.subject}
      </Title>
      <Text size="sm" c="dimmed">
        From {mail.from} to {mail.to}, {formatInstant(mail.at, "dateTime")}
      </Text>
      {headers.map(([name, value]) => (
        <Text key={name} size="xs" c="dimmed">
          {name}: {value}
        </Text>
      ))}
      <Text my="md" className={classes.mailText}>
        {mail.text}
      </Text>
      {mail.headers["Reply-To"] && <ReplyForm mail={mail} />}
      {mail.html && <HtmlPreview html={mail.html} />}
      {mail.headers["List-Unsubscribe"] && <MailReactions mail={mail} />}
    </article>
  );
}

/** What the reader writes back. */
function ReplyForm({ mail }: { mail: SimulatorMail }) {
  const [words, setWords] = useState("");
  const reply = usePost(`mails/${mail.id}/reply`, () => setWords(""));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        reply.mutate({ words });
      }}
    >
      <Textarea
        label="Reply"
        autosize
        minRows={2}
        maxRows={8}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <Button type="submit" my="sm" disabled={words.trim() === ""} loading={reply.isPending}>
        Send reply
      </Button>
      <div role="status">{reply.isSuccess && <Text size="sm">Reply sent</Text>}</div>
      <FailureAlert error={reply.error} />
    </form>
  );
}

/** Renders the mail's HTML on request, in a sandbox without scripts. */
function HtmlPreview({ html }: { html: string }) {
  const [isShown, setIsShown] = useState(false);
  if (isShown) return <MailFrame html={html} title="The email as it looks" className={classes.mail} />;
  return (
    <Button variant="default" onClick={() => setIsShown(true)}>
      Show as it looks
    </Button>
  );
}
