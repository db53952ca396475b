import { VisuallyHidden } from "@mantine/core";
import { IconEye, IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import { Initials } from "#core/web/layout/Initials.tsx";
import { initialsOfName } from "#domains/accounts/rules.ts";
import { type Colleague, namedColleagues, nextAnnouncement, noAnnouncement, presenceText } from "../rules.ts";
import classes from "./PresenceLine.module.css";
import { useColleagues } from "./usePresence.ts";

const maxInitials = 3;

/** Who else views the open chat: as text, announced to screen readers on changes. */
export function PresenceLine({ chatId }: { chatId: number }) {
  const colleagues = useColleagues(chatId);
  const text = presenceText(colleagues);
  return (
    <>
      {text && (
        <span className={classes.line} title={text} data-presence>
          <span className={classes.pictures}>
            {namedColleagues(colleagues)
              .slice(0, maxInitials)
              .map(({ user_id, name }) => (
                <Initials key={user_id} initials={initialsOfName(name)} seed={name} size={22} />
              ))}
          </span>
          <span className={classes.text}>{text}</span>
        </span>
      )}
      <Announcer colleagues={colleagues} />
    </>
  );
}

function Announcer({ colleagues }: { colleagues: readonly Colleague[] }) {
  const [last, setLast] = useState(noAnnouncement);
  const next = nextAnnouncement(last, colleagues);
  if (next !== last) setLast(next);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {next.text}
    </VisuallyHidden>
  );
}

/** The same in the chat's row, as an icon. */
export function PresenceIcon({ chatId }: { chatId: number }) {
  const colleagues = useColleagues(chatId);
  const text = presenceText(colleagues);
  if (!text) return null;
  const Icon = colleagues.some(({ isTyping }) => isTyping) ? IconPencil : IconEye;
  return (
    <span className={classes.icon} title={text}>
      <Icon size={14} aria-hidden />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
