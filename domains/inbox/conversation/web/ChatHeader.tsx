import { ActionIcon, Button, Skeleton } from "@mantine/core";
import { IconArchive, IconArrowBackUp, IconArrowLeft, IconLayoutSidebarRight } from "@tabler/icons-react";
import { Suspense } from "react";
import { Link } from "react-router";
import { Initials } from "#core/web/layout/Initials.tsx";
import { useScreens } from "#core/web/layout/screenDeclaration.ts";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { Can } from "#core/web/session/Can.tsx";
import { customers } from "#domains/customers/contract.ts";
import { type Chat, inbox } from "#domains/inbox/contract.ts";
import { AssignMenu } from "#domains/inbox/list/web/AssignMenu.tsx";
import { initialsOf, isNameless, nameOf, phoneText } from "#domains/inbox/list/web/customerName.ts";
import { useCloseChat } from "#domains/inbox/list/web/useCloseChat.ts";
import { UnconfirmedBadge, WaitingSince } from "#domains/inbox/list/web/WaitBadge.tsx";
import { PresenceLine } from "#domains/inbox/sync/web/PresenceLine.tsx";
import type { DetailsToggle } from "#domains/inbox/sync/web/useDetailsOpen.ts";
import { type InboxAddress, inboxPath } from "#domains/inbox/sync/web/useInboxAddress.ts";
import classes from "./ChatHeader.module.css";

const SnoozeMenu = lazyNamed(() => import("#domains/inbox/list/web/snooze/SnoozeMenu.tsx"), "SnoozeMenu");
const CallButton = lazyNamed(() => import("#domains/inbox/calls/web/CallButton.tsx"), "CallButton");

interface Props {
  chat: Chat | undefined;
  address: InboxAddress;
  details: DetailsToggle;
}

/** The open chat's customer, and actions on the chat as a whole. */
export function ChatHeader({ chat, address, details }: Props) {
  return (
    <header className={classes.header}>
      <div className={classes.line}>
        <ActionIcon
          component={Link}
          to={inboxPath({ ...address, open: undefined })}
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.back}
          aria-label="Back to the conversations"
        >
          <IconArrowLeft size={20} aria-hidden />
        </ActionIcon>
        {chat ? (
          <>
            <span className={classes.initials}>
              <Initials initials={initialsOf(chat.customer)} seed={chat.customer.id} size={38} />
            </span>
            <div className={classes.who}>
              <h2 className={classes.name}>{nameOf(chat.customer)}</h2>
              <p className={classes.below}>
                {isNameless(chat.customer) ? (
                  <Can use={customers.update}>
                    <Button variant="transparent" size="compact-xs" px={0} onClick={() => details.setEditing(true)}>
                      Add name
                    </Button>
                  </Can>
                ) : (
                  <span className={classes.phone}>{phoneText(chat.customer.phone)}</span>
                )}
                {chat.unconfirmed_since && <UnconfirmedBadge />}
                <WaitingSince chat={chat} className={classes.waiting} />
                <PresenceLine key={chat.id} chatId={chat.id} />
              </p>
            </div>
            <Suspense fallback={<ActionIcon component="span" variant="transparent" size="lg" aria-hidden />}>
              <CallButton isSmall customer={{ id: chat.customer.id, name: nameOf(chat.customer) }} />
            </Suspense>
            <CustomerActions key={chat.id} chat={chat} />
            <AssignMenu chat={chat} />
            {chat.is_closed === 0 && (
              <Suspense fallback={<ActionIcon component="span" variant="transparent" size="lg" aria-hidden />}>
                <SnoozeMenu chat={chat} />
              </Suspense>
            )}
            <Can use={inbox.close}>
              <CloseButton key={chat.id} chat={chat} />
            </Can>
          </>
        ) : (
          <div className={classes.who}>
            <Skeleton height={14} width="9rem" />
            <Skeleton height={10} width="7rem" mt={8} />
          </div>
        )}
        <ActionIcon
          variant={details.isOpen ? "light" : "subtle"}
          color={details.isOpen ? undefined : "gray"}
          size="lg"
          aria-label="Customer details"
          title="Customer details"
          aria-expanded={details.isOpen}
          onClick={details.toggle}
        >
          <IconLayoutSidebarRight size={20} aria-hidden />
        </ActionIcon>
      </div>
    </header>
  );
}

/** What other domains do for the customer. */
function CustomerActions({ chat }: { chat: Chat }) {
  const actions = useScreens()
    .flatMap(({ customerAction }) => customerAction ?? [])
    .sort((one, other) => one.order - other.order);
  return (
    <span className={classes.actions}>
      {actions.map(({ order, component: Action }) => (
        <Suspense key={order} fallback={<ActionIcon component="span" variant="transparent" size="lg" aria-hidden />}>
          <Action customer_id={chat.customer.id} chat_id={chat.id} />
        </Suspense>
      ))}
    </span>
  );
}

/** Has a key: what is typed when the next conversation has come doesn't press the button of the last one again. */
function CloseButton({ chat }: { chat: Chat }) {
  const closeOrReopen = useCloseChat(chat);
  const isClosed = chat.is_closed === 1;
  const label = isClosed ? "Reopen conversation" : "Close conversation";
  const Icon = isClosed ? IconArrowBackUp : IconArchive;
  return (
    <Button
      variant="default"
      size="sm"
      aria-label={label}
      aria-keyshortcuts="e"
      title={label}
      className={classes.close}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={() => void closeOrReopen()}
    >
      <span className={classes.closeText}>{isClosed ? "Reopen" : "Close"}</span>
    </Button>
  );
}
