import { ActionIcon } from "@mantine/core";
import { IconMenu2 } from "@tabler/icons-react";
import { memo } from "react";
import type { Session } from "#core/web/session/session.ts";
import { ActingLocation } from "#domains/locations/web/public.tsx";
import { NotificationBell } from "#domains/notifications/web/public.tsx";
import { ConnectionState } from "./ConnectionState.tsx";
import { CreateMenu } from "./CreateMenu.tsx";
import classes from "./Header.module.css";
import { JumpField } from "./jump/JumpField.tsx";
import { PageTitle } from "./PageTitle.tsx";
import { SchemeSwitch } from "./SchemeSwitch.tsx";
import { TrialNotice } from "./TrialNotice.tsx";
import { UserMenu } from "./UserMenu.tsx";

interface Props {
  person: Session;
  menuOpen: boolean;
  onMenu: () => void;
}

/** Business, location and the person's menu, on every signed-in screen. */
export const Header = memo(function Header({ person, menuOpen, onMenu }: Props) {
  const isOperator = person.user_type === "superadmin";
  return (
    <header className={classes.header}>
      <ActionIcon
        className={classes.burger}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Open menu"
        aria-expanded={menuOpen}
        onClick={onMenu}
      >
        <IconMenu2 size={22} aria-hidden />
      </ActionIcon>
      <PageTitle />
      <div className={classes.names}>
        <span className={classes.business}>{person.business_name || "Rooftop"}</span>
        {!isOperator && <ActingLocation person={person} />}
      </div>
      <div className={classes.tools}>
        <JumpField person={person} />
        {!isOperator && <TrialNotice />}
        {!person.visiting && <ConnectionState />}
        {!isOperator && !person.visiting && <CreateMenu className={classes.scheme} />}
        {!isOperator && !person.visiting && <NotificationBell />}
        <span className={classes.scheme}>
          <SchemeSwitch />
        </span>
        <UserMenu person={person} />
      </div>
    </header>
  );
});
