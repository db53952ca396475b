import "@mantine/core/styles/Switch.layer.css";
import { Button, Group, Modal, Select, Switch, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { type SendOptions, useSend } from "#core/web/call/useSend.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { distinctOptions } from "#core/web/form/distinctOptions.ts";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { customers } from "#domains/customers/contract.ts";
import { locations } from "#domains/locations/contract.ts";
import type { Language } from "../../settings/fields.ts";
import { reviewInvites, type SendOutcome } from "../contract.ts";
import { LanguageSelect } from "./LanguageSelect.tsx";
import { inviteTexts } from "./texts.ts";

const SendManyDialog = lazyDialog(() => import("./SendManyDialog.tsx"), "SendManyDialog");

export interface SendInviteProps {
  opened: boolean;
  onClose: () => void;
  /** The customer that the form begins with. */
  customer_id?: number | null;
}

interface InviteForm extends Record<string, unknown> {
  name: string;
  contact: string;
  email: string;
  language: Language | "";
  consent: 0 | 1;
  customer_id: number | null;
  at_location_id: number | null;
}

const empty: InviteForm = {
  name: "",
  contact: "",
  email: "",
  language: "",
  consent: 0,
  customer_id: null,
  at_location_id: null,
};

const { dialog: texts } = inviteTexts;

/** The form for one review invite, the cool-down warning, and the result. */
export function SendInviteDialog({ opened, onClose, customer_id = null }: SendInviteProps) {
  const [outcome, setOutcome] = useState<SendOutcome>();
  const [many, setMany] = useState(false);
  const places = useCall(locations.list, {}, { enabled: opened }).data ?? [];
  const preselected = useCall(
    customers.search,
    { body: { customer_id: customer_id ?? 0 } },
    { enabled: opened && customer_id !== null },
  ).data?.allCustomers[0];
  const options: SendOptions<typeof reviewInvites.send> = {
    quiet: "success",
    invalidates: [reviewInvites.table],
    onSuccess: ({ data }) => setOutcome(data),
  };
  const send = useCallForm(reviewInvites.send, { initialValues: empty, ...options });
  const insist = useSend(reviewInvites.send, options);
  const { form } = send;
  const begun = preselected && {
    customer_id: preselected.id,
    name: preselected.customer_name === preselected.phone ? "" : preselected.customer_name,
    contact: preselected.phone,
    email: preselected.email,
  };

  useFilledForm(form, opened, { ...empty, ...begun }, { onOpen: () => setOutcome(undefined) });

  const back = () => setOutcome(undefined);
  const again = () => {
    form.setValues(empty);
    back();
  };
  const sendAnyway = () => insist.mutate({ body: { ...form.values, anyway: 1 } });

  if (outcome && outcome.outcome !== "cooldown")
    return <SentDialog opened={opened} onClose={onClose} onAgain={again} name={form.values.name} outcome={outcome} />;
  if (outcome) {
    return (
      <Modal opened={opened} onClose={onClose} title={texts.warningTitle}>
        <Text fw={600}>{texts.warning(outcome.invited)}</Text>
        <Text size="sm" mt="xs">
          {texts.warningHint}
        </Text>
        <Group justify="flex-end" mt="xl">
          <Button variant="default" onClick={back} disabled={insist.isPending}>
            {texts.back}
          </Button>
          <Button onClick={sendAnyway} loading={insist.isPending} data-autofocus>
            {texts.anyway}
          </Button>
        </Group>
      </Modal>
    );
  }
  return (
    <>
      <FormDialog
        opened={opened && !many}
        onClose={onClose}
        title={customer_id === null ? inviteTexts.send : texts.knownTitle}
        action={customer_id === null ? inviteTexts.send : texts.knownTitle}
        form={send}
      >
        <TextInput label={texts.name} withAsterisk data-autofocus autoComplete="off" {...form.getInputProps("name")} />
        {customer_id === null ? (
          <TextInput label={texts.contact} withAsterisk autoComplete="off" {...form.getInputProps("contact")} />
        ) : (
          <>
            <PhoneInput label={texts.phone} withAsterisk autoComplete="off" {...form.getInputProps("contact")} />
            <TextInput
              label={texts.email}
              description={texts.emailHint}
              type="email"
              autoComplete="off"
              {...form.getInputProps("email")}
            />
          </>
        )}
        <LanguageSelect {...form.getInputProps("language")} />
        {places.length > 1 && (
          <Select
            label={texts.location}
            placeholder={inviteTexts.dialog.location}
            searchable
            clearable
            data={distinctOptions(places.map(({ id, title }) => ({ value: id, label: title })))}
            {...form.getInputProps("at_location_id")}
          />
        )}
        <Switch
          label={texts.consent}
          description={texts.consentHint}
          checked={form.values.consent === 1}
          onChange={({ currentTarget }) => form.setFieldValue("consent", currentTarget.checked ? 1 : 0)}
        />
        <Button
          variant="transparent"
          size="compact-sm"
          px={0}
          style={{ alignSelf: "start" }}
          onClick={() => setMany(true)}
        >
          {inviteTexts.sendMany}
        </Button>
      </FormDialog>
      <SendManyDialog
        opened={opened && many}
        onClose={() => {
          setMany(false);
          onClose();
        }}
      />
    </>
  );
}

interface SentProps extends SendInviteProps {
  onAgain: () => void;
  name: string;
  outcome: SendOutcome;
}

/** The result: sent, or waiting for the morning or the number's registration. */
function SentDialog({ opened, onClose, onAgain, name, outcome }: SentProps) {
  const time = useTime();
  const isScheduled = outcome.due_at !== null;
  const isWaiting = outcome.outcome === "waiting";
  const sent = isWaiting ? texts.waiting : outcome.channel === "email" ? texts.mailed : texts.sent;
  const sentTitle = isWaiting ? texts.waitingTitle : texts.sentTitle;
  return (
    <Modal opened={opened} onClose={onClose} title={isScheduled ? texts.scheduledTitle : sentTitle}>
      <Text>{outcome.due_at === null ? sent(name) : texts.scheduled(name, time.dateTime(outcome.due_at))}</Text>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onAgain}>
          {texts.again}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {texts.done}
        </Button>
      </Group>
    </Modal>
  );
}
