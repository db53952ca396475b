import { Alert, Button, Group, Skeleton, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { DomainRecords } from "../../delivery/web/DomainRecords.tsx";
import { domainTexts } from "../../delivery/web/texts.ts";
import { mailSender, testMails } from "../contract.ts";
import { senderTexts as texts } from "./texts.ts";

export interface MarketingEmailProps {
  opened: boolean;
  onClose: () => void;
  location: { readonly id: number; readonly title: string };
}

const disabledForm = { submit: () => {}, sending: false };

const valuesOf = ({
  from_name,
  reply_to,
  postal_address,
}: Record<"from_name" | "reply_to" | "postal_address", string>) => ({
  from_name,
  reply_to,
  postal_address,
});

/** Sets whom a location's marketing email comes from, and sends a test of it. */
export function MarketingEmailDialog({ opened, onClose, location }: MarketingEmailProps) {
  const params = { id: location.id };
  const { data, error } = useCall(mailSender.show, { params }, { enabled: opened });
  const change = useCallForm(mailSender.change, {
    initialValues: { from_name: "", reply_to: "", postal_address: "" },
    params,
    invalidates: [mailSender.show],
  });
  const { getInputProps } = change.form;
  useFilledForm(change.form, opened, data && valuesOf(data));

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.title(location.title)}
      action={texts.save}
      form={data ? change : disabledForm}
      size="lg"
      comparesValues
    >
      <Text size="sm" c="dimmed">
        {texts.about}
      </Text>
      {error && !data && <Alert color="red" title={error.message} />}
      {!data && !error && <Skeleton h="18rem" aria-hidden />}
      {data && (
        <>
          <TextInput
            label={texts.fromName}
            description={data.from_address ? texts.fromAddress(data.from_address) : texts.noServer}
            withAsterisk
            autoComplete="organization"
            {...getInputProps("from_name")}
          />
          <TextInput
            label={texts.replyTo}
            description={texts.replyToAbout}
            type="email"
            autoComplete="email"
            {...getInputProps("reply_to")}
          />
          <Textarea
            label={texts.postal}
            description={texts.postalAbout}
            withAsterisk
            autosize
            minRows={2}
            autoComplete="street-address"
            {...getInputProps("postal_address")}
          />
          <TestButton id={location.id} isChanged={change.form.isDirty()} />
          <Stack component="section" gap="sm" aria-label={domainTexts.title}>
            <Text fw={600}>{domainTexts.title}</Text>
            <DomainRecords />
          </Stack>
        </>
      )}
    </FormDialog>
  );
}

/** Sends the stored settings, so what was typed has to be saved before. */
function TestButton({ id, isChanged }: { id: number; isChanged: boolean }) {
  const test = useSend(testMails.send);
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconSend size={18} aria-hidden />}
        loading={test.isPending}
        disabled={isChanged}
        onClick={() => test.mutate({ params: { id } })}
      >
        {texts.test}
      </Button>
      {isChanged && (
        <Text size="sm" c="dimmed">
          {texts.saveFirst}
        </Text>
      )}
    </Group>
  );
}
