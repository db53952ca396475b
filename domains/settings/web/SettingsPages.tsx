import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router";
import { useSession } from "#core/web/session/session.ts";
import { useCan } from "#core/web/session/useCan.ts";
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
import { SupportAccessLog } from "#domains/admin/supportAccess/web/public.tsx";
import { ReminderSettingsForm, reminderSettingsTexts } from "#domains/appointments/reminders/web/public.tsx";
import { AfterHoursForm, autoReplyTexts } from "#domains/inbox/autoReplies/web/public.tsx";
import { OwnPhoneForm, VoiceSettingsForm } from "#domains/inbox/calls/web/public.tsx";
import { FirstRunSteps } from "#domains/inbox/firstRun/web/public.tsx";
import { FirstAnswerForm, firstAnswerTexts } from "#domains/leads/firstAnswers/web/public.tsx";
import { BusinessHoursForm } from "#domains/locations/hours/web/public.tsx";
import { DeviceSettings } from "#domains/notifications/web/public.tsx";
import { LegalPagesForm, legalPageTexts } from "#domains/textRegistration/legalPages/web/public.tsx";
import { widget } from "#domains/widget/contract.ts";
import { WidgetSettingsForm, widgetSettingsTexts } from "#domains/widget/web/public.tsx";
import { OwnSettingsCards, SettingsCard, SettingsCards } from "./SettingsCards.tsx";
import { settingsTexts as texts } from "./texts.ts";
import { settingsTitles as titles } from "./titles.ts";

/** How the person appears to the team, and the phone that they call customers with. */
export function ProfilePage() {
  return (
    <OwnSettingsCards title={titles.profile} about={texts.profile.about}>
      {(own) => (
        <SettingsCard title={titles.profile} isAlone>
          <OwnProfile settings={own} />
          <OwnPhoneForm />
        </SettingsCard>
      )}
    </OwnSettingsCards>
  );
}

/** How this device tells the person what is new. */
export function NotificationsPage() {
  return (
    <SettingsCards title={titles.notifications}>
      <SettingsCard {...texts.device}>
        <DeviceSettings />
      </SettingsCard>
    </SettingsCards>
  );
}

/** How the person signs in, and where they are signed in. */
export function SecurityPage() {
  return (
    <OwnSettingsCards title={titles.security}>
      {(own) => (
        <>
          <SettingsCard {...texts.codes}>
            <CodesAtSignIn settings={own} />
          </SettingsCard>
          <SettingsCard {...texts.password}>
            <PasswordForm email={own.email} />
          </SettingsCard>
          <SettingsCard {...texts.signedIn}>
            <SignedInBrowsers />
          </SettingsCard>
        </>
      )}
    </OwnSettingsCards>
  );
}

/** The location's number, or the way to one. */
export function PhoneNumberPage() {
  const location = useSession()?.location ?? "";
  return (
    <OwnSettingsCards title={titles.phoneNumber}>
      {(own) => (
        <SettingsCard title={texts.number.title} about={texts.number.about(location)}>
          <NumberForTexts settings={own} />
        </SettingsCard>
      )}
    </OwnSettingsCards>
  );
}

/** When the location is open. */
export function BusinessHoursPage() {
  const person = useSession();
  return (
    <SettingsCards title={titles.businessHours} about={texts.hours.about(person?.location ?? "")}>
      <SettingsCard title={titles.businessHours} isAlone>
        {person?.location_id && <BusinessHoursForm locationId={person.location_id} />}
      </SettingsCard>
    </SettingsCards>
  );
}

/** What the location texts by itself. */
export function AutomaticTextsPage() {
  const person = useSession();
  const location = person?.location ?? "";
  return (
    <SettingsCards title={titles.automaticTexts}>
      <SettingsCard title={reminderSettingsTexts.title} about={reminderSettingsTexts.about(location)}>
        <ReminderSettingsForm business={person?.business_name ?? ""} />
      </SettingsCard>
      <SettingsCard title={firstAnswerTexts.title} about={firstAnswerTexts.about(location)}>
        <FirstAnswerForm />
      </SettingsCard>
      <SettingsCard title={autoReplyTexts.title} about={autoReplyTexts.about(location)}>
        <AfterHoursForm />
      </SettingsCard>
    </SettingsCards>
  );
}

/** The snippet for the location's website, and how it looks there. */
export function WebsiteMessagingPage() {
  const person = useSession();
  const canChange = useCan(widget.change);
  return (
    <OwnSettingsCards title={titles.websiteMessaging} about={widgetSettingsTexts.about(person?.location ?? "")}>
      {({ messaging_script }) => (
        <SettingsCard title={titles.websiteMessaging} isAlone>
          {messaging_script ? (
            <>
              <MessagingSnippet script={messaging_script} />
              {canChange && <WidgetSettingsForm business={person?.business_name ?? ""} />}
            </>
          ) : (
            <Text c="dimmed">
              {texts.website.noNumber}{" "}
              <Anchor component={Link} to="/settings/phone-number" inherit underline="always">
                {texts.website.toNumber}
              </Anchor>
            </Text>
          )}
        </SettingsCard>
      )}
    </OwnSettingsCards>
  );
}

/** Where the location is reached, and how its calls are taken. */
export function CallsPage() {
  const location = useSession()?.location ?? "";
  return (
    <OwnSettingsCards title={titles.calls}>
      {(own) => (
        <>
          <SettingsCard title={texts.reached.title} about={texts.reached.about(location)}>
            <LocationPhones settings={own} />
            <CrmEmailForm settings={own} />
          </SettingsCard>
          <SettingsCard {...texts.calls}>
            <VoiceSettingsForm />
          </SettingsCard>
        </>
      )}
    </OwnSettingsCards>
  );
}

/** The pages that the platform hosts for the business. */
export function LegalPagesPage() {
  return (
    <SettingsCards title={titles.legalPages}>
      <SettingsCard title={legalPageTexts.title} about={legalPageTexts.about}>
        <LegalPagesForm />
      </SettingsCard>
    </SettingsCards>
  );
}

/** The first steps, those behind the owner as well. */
export function GettingStartedPage() {
  return (
    <SettingsCards title={titles.gettingStarted}>
      <FirstRunSteps />
    </SettingsCards>
  );
}

/** Who of the platform looked into the account. */
export function StaffAccessPage() {
  return (
    <SettingsCards title={titles.staffAccess} about={texts.staffAccess.about}>
      <SettingsCard title={titles.staffAccess} isAlone>
        <SupportAccessLog />
      </SettingsCard>
    </SettingsCards>
  );
}
