import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router";
import { useSession } from "#core/web/session/session.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { MessagingSnippet } from "#domains/accounts/settings/web/public.tsx";
import { widget } from "#domains/widget/contract.ts";
import { WidgetSettingsForm, widgetSettingsTexts } from "#domains/widget/web/public.tsx";
import { OwnSettingsCards, SettingsCard } from "./SettingsCards.tsx";
import { settingsTexts as texts } from "./texts.ts";

const title = texts.titles.websiteMessaging;

/** The snippet for the location's website, and how it looks there. */
export function WebsiteMessagingScreen() {
  const person = useSession();
  const canChange = useCan(widget.change);
  return (
    <OwnSettingsCards title={title} about={widgetSettingsTexts.about(person?.location ?? "")}>
      {({ messaging_script }) => (
        <SettingsCard title={title} isAlone>
          {messaging_script ? (
            <>
              <MessagingSnippet script={messaging_script} />
              {canChange && <WidgetSettingsForm business={person?.business_name ?? ""} />}
            </>
          ) : (
            <Text c="dimmed">
              {texts.website.noNumber}{" "}
              <Anchor component={Link} to="/settings/phone-number" inherit>
                {texts.website.toNumber}
              </Anchor>
            </Text>
          )}
        </SettingsCard>
      )}
    </OwnSettingsCards>
  );
}
