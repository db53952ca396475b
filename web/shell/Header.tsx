import { ActionIcon, Badge } from "@mantine/core";
import { IconMenu2 } from "@tabler/icons-react";
import { memo } from "react";
import { useLocation } from "react-router";
import { useScreens } from "#core/web/layout/screenDeclaration.ts";
import { shownTitle } from "#core/web/layout/shownTitle.ts";
import type { Session } from "#core/web/session/session.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { useObservable } from "#core/web/useStore.ts";
import { trialDaysLeft } from "#domains/accounts/rules.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { ActingLocation } from "#domains/locations/web/public.tsx";
import { NotificationBell } from "#domains/notifications/web/public.tsx";
import { ConnectionState } from "./ConnectionState.tsx";
import { CreateMenu } from "./CreateMenu.tsx";
import classes from "./Header.module.css";
import { JumpField } from "./jump/JumpField.tsx";
import { titleAt } from "./menu.ts";
import { SchemeSwitch } from "./SchemeSwitch.tsx";
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

/** The current screen's title, in a phone's header. Its heading in the page is there for screen readers. */
function PageTitle() {
  const { pathname } = useLocation();
  const declared = titleAt(useScreens(), pathname);
  const shown = useObservable(shownTitle.now);
  return <span className={classes.title} aria-hidden data-title={shown ?? declared ?? ""} />;
}

/** The days left of a free trial that ends soon. */
function TrialNotice() {
  const time = useTime();
  const endsAt = useProfile().data?.trial_ends_at ?? null;
  const days = trialDaysLeft(endsAt, new Date());
  if (!endsAt || days === undefined) return null;
  return (
    <Badge
      className={classes.trial}
      color="yellow"
      size="lg"
      title={`Your free trial ends on ${time.dateTime(endsAt)}`}
    >
      <span className={classes.long}>Free trial: </span>
      {days === 1 ? "1 day left" : `${days} days left`}
    </Badge>
  );
}
