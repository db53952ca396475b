import { Alert, Button, Skeleton, Stack, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useSession } from "#core/web/session/session.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import {
  CodesAtSignIn,
  CrmEmailForm,
  LocationPhones,
  MessagingSnippet,
  NumberForTexts,
  OwnProfile,
  PasswordForm,
  SignedInBrowsers,
} from "#domains/accounts/settings/web/public.tsx";
import { supportAccess } from "#domains/admin/supportAccess/contract.ts";
import { SupportAccessLog } from "#domains/admin/supportAccess/web/public.tsx";
import { ReminderSettingsForm, reminderSettingsTexts } from "#domains/appointments/reminders/web/public.tsx";
import { OwnPhoneForm, VoiceSettingsForm } from "#domains/inbox/calls/web/public.tsx";
import { ShowFirstRun } from "#domains/inbox/firstRun/web/public.tsx";
import { HoursButton } from "#domains/locations/hours/web/public.tsx";
import { DeviceSettings } from "#domains/notifications/web/public.tsx";
import { legalPages } from "#domains/textRegistration/legalPages/contract.ts";
import { LegalPagesForm, legalPageTexts } from "#domains/textRegistration/legalPages/web/public.tsx";
import { RegistrationLink, registrationSettingsTexts } from "#domains/textRegistration/web/public.tsx";
import { WidgetSettingsForm, widgetSettingsTexts } from "#domains/widget/web/public.tsx";
import classes from "./SettingsScreen.module.css";

/** Settings of the person, the location, and for the owner of the business. */
export function SettingsScreen() {
  const person = useSession();
  const { data, error, refetch } = useCall(settings.profile);
  const canEditLocation = useCan(settings.callPhone);
  const hasLegalPages = useCan(legalPages.show);
  const isOwner = useCan(supportAccess.ofBusiness);
  const location = person?.location ?? "";
  return (
    <Screen title="Settings">
      {error && !data && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="This could not be loaded">
          <Stack gap="xs" align="start">
            {error.message}
            <Button size="xs" variant="default" onClick={() => refetch()}>
              Try again
            </Button>
          </Stack>
        </Alert>
      )}
      {!data && !error && <Skeleton h="30rem" maw="64rem" radius="lg" aria-hidden />}
      {data && (
        <div className={classes.sections}>
          <SettingsSection title="Your profile" about="How your team sees you.">
            <OwnProfile settings={data} />
            <OwnPhoneForm />
          </SettingsSection>
          <SettingsSection title="Phone number for SMS" about={`The number that ${location} texts its customers with.`}>
            <NumberForTexts settings={data} />
          </SettingsSection>
          {isOwner && (
            <SettingsSection title={registrationSettingsTexts.title} about={registrationSettingsTexts.about}>
              <RegistrationLink />
            </SettingsSection>
          )}
          {data.messaging_script && (
            <SettingsSection title={widgetSettingsTexts.title} about={widgetSettingsTexts.about(location)}>
              <MessagingSnippet script={data.messaging_script} />
              {canEditLocation && <WidgetSettingsForm business={person?.business_name ?? ""} />}
            </SettingsSection>
          )}
          {hasLegalPages && (
            <SettingsSection title={legalPageTexts.title} about={legalPageTexts.about}>
              <LegalPagesForm />
            </SettingsSection>
          )}
          {canEditLocation && (
            <SettingsSection title="Calls and notifications" about={`Where ${location} is reached.`}>
              <LocationPhones settings={data} />
              <CrmEmailForm settings={data} />
              <VoiceSettingsForm />
              {person?.location_id && <HoursButton location={{ id: person.location_id, title: location }} />}
            </SettingsSection>
          )}
          {canEditLocation && (
            <SettingsSection title={reminderSettingsTexts.title} about={reminderSettingsTexts.about(location)}>
              <ReminderSettingsForm business={person?.business_name ?? ""} />
            </SettingsSection>
          )}
          <SettingsSection title="This device" about="Notifications on this device">
            <DeviceSettings />
          </SettingsSection>
          <SettingsSection title="Codes at sign-in" about="A code sent to your phone, in addition to your password.">
            <CodesAtSignIn settings={data} />
          </SettingsSection>
          <SettingsSection title="Password" about="Changing it signs you out everywhere else.">
            <PasswordForm email={data.email} />
          </SettingsSection>
          <SettingsSection title="Signed in" about="Browsers signed in to your account.">
            <SignedInBrowsers />
          </SettingsSection>
          {isOwner && (
            <SettingsSection title="Getting started" about="The steps to your first text.">
              <ShowFirstRun />
            </SettingsSection>
          )}
          {isOwner && (
            <SettingsSection
              title="When Rooftop staff accessed your account"
              about="When Rooftop staff accessed your account, and why"
            >
              <SupportAccessLog />
            </SettingsSection>
          )}
        </div>
      )}
    </Screen>
  );
}

interface Props {
  title: string;
  about?: ReactNode;
  children: ReactNode;
}

/** A section of the settings: title and description beside the controls. */
function SettingsSection({ title, about, children }: Props) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <Title order={2} id={id}>
          {title}
        </Title>
        {about && <p>{about}</p>}
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  );
}
