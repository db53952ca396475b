import { Alert, Button, Skeleton, Stack, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { type ProfileSettings, settings } from "#domains/accounts/settings/contract.ts";
import classes from "./SettingsCards.module.css";
import { settingsTexts as texts } from "./texts.ts";

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
      {error && !data && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={texts.loadFailed}>
          <Stack gap="xs" align="start">
            {error.message}
            <Button size="xs" variant="default" onClick={() => refetch()}>
              {texts.tryAgain}
            </Button>
          </Stack>
        </Alert>
      )}
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
