import { Button, CopyButton, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { Section } from "#core/web/layout/Section.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { useSession } from "#core/web/session/session.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { AssignmentCard } from "#domains/leads/assignment/web/AssignmentCard.tsx";
import { leads } from "#domains/leads/contract.ts";
import { CrmCard } from "#domains/leads/crm/web/CrmCard.tsx";
import { PagesCard } from "#domains/leads/forms/web/PagesCard.tsx";
import { OriginsCard } from "#domains/leads/origins/web/OriginsCard.tsx";
import { StagesCard } from "#domains/leads/web/StagesCard.tsx";
import { type LeadAddress, leadAddress } from "../contract.ts";
import classes from "./LeadSettingsScreen.module.css";
import { leadSettingsTexts as texts } from "./texts.ts";

/** Where leads are sent, who gets them and, for the owner, the stages that they go through. */
export function LeadSettingsScreen() {
  const { data, error, refetch } = useCall(leadAddress.shown);
  const location = useSession()?.location ?? "";
  return (
    <Screen title={texts.title}>
      <div className={classes.page}>
        <Section title={texts.addresses} actions={<Renew />}>
          <Text c="dimmed" mb="md">
            {texts.about(location)}
          </Text>
          {error && !data && <LoadFailure failure={error} retry={refetch} />}
          {!data && !error && <Skeleton h="10rem" aria-hidden />}
          {data && <Addresses addresses={data} />}
        </Section>
        <PagesCard />
        <OriginsCard />
        <AssignmentCard />
        <CrmCard />
        <Can use={leads.saveStages}>
          <StagesCard />
        </Can>
      </div>
    </Screen>
  );
}

/** The button that replaces the addresses, for the owner. */
function Renew() {
  const renew = useSend(leadAddress.renew, { invalidates: [leadAddress.shown] });
  const ask = async () => {
    if (await confirm(texts.question)) renew.mutate({});
  };
  return (
    <Can use={leadAddress.renew}>
      <Button variant="default" size="xs" loading={renew.isPending} onClick={() => void ask()}>
        {texts.renew}
      </Button>
    </Can>
  );
}

function Addresses({ addresses: { email, url, previous_until } }: { addresses: LeadAddress }) {
  const time = useTime();
  return (
    <Stack gap="md">
      {email !== "" && <CopiedAddress label={texts.email} address={email} />}
      <CopiedAddress label={texts.url} address={url} />
      <Text>{email === "" ? texts.noEmail : texts.how}</Text>
      {previous_until && <Text c="dimmed">{texts.previous(time.date(previous_until))}</Text>}
    </Stack>
  );
}

/** An address that can't be changed, with a button that copies it. */
function CopiedAddress({ label, address }: { label: string; address: string }) {
  return (
    <div className={classes.address}>
      <TextInput label={label} value={address} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
      <CopyButton value={address} timeout={2_000}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            aria-label={copied ? undefined : texts.copyOf(label)}
            onClick={copy}
          >
            {copied ? texts.copied : texts.copy}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
