import { Skeleton, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { type ProfileSettings, settings } from "#domains/accounts/settings/contract.ts";
import classes from "./SettingsCards.module.css";

interface SettingsCardsProps {
  title: string;
  /** One line under the heading. */
  about?: string;
  children: ReactNode;
}

/** A page of the settings, made of cards. */
export function SettingsCards({ title, about, children }: SettingsCardsProps) {
  return (
    <Screen title={title}>
      <div className={classes.page}>
        {about && <p className={classes.about}>{about}</p>}
        {children}
      </div>
    </Screen>
  );
}

interface OwnProps extends Omit<SettingsCardsProps, "children"> {
  children: (own: ProfileSettings) => ReactNode;
}

/** The same with what the person, the location and the business have set. */
export function OwnSettingsCards({ children, ...page }: OwnProps) {
  const { data, error, refetch } = useCall(settings.profile);
  return (
    <SettingsCards {...page}>
      {error && !data && <LoadFailure failure={error} retry={refetch} />}
      {!data && !error && <Skeleton h="16rem" radius="lg" aria-hidden />}
      {data && children(data)}
    </SettingsCards>
  );
}

interface SettingsCardProps {
  title: string;
  about?: string;
  /** True: the page's heading says it, and only screen readers get the card's name. */
  isAlone?: boolean;
  children: ReactNode;
}

/** One topic: its title and description beside the controls. */
export function SettingsCard({ title, about, isAlone = false, children }: SettingsCardProps) {
  const id = useId();
  if (isAlone) {
    return (
      <section className={classes.card} aria-label={title}>
        <div className={classes.content}>{children}</div>
      </section>
    );
  }
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.split}>
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {about && <p className={classes.about}>{about}</p>}
        </div>
        <div className={classes.content}>{children}</div>
      </div>
    </section>
  );
}
