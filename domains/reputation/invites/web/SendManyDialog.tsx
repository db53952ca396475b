import "@mantine/core/styles/Switch.layer.css";
import { ActionIcon, Button, Group, Modal, Stack, Switch, Text } from "@mantine/core";
import { IconUpload, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { Can } from "#core/web/session/Can.tsx";
import { customers } from "#domains/customers/contract.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { RunningUploads, UploadDialog } from "#domains/customers/upload/web/public.tsx";
import { CustomerPicker } from "#domains/customers/web/public.tsx";
import { ListPicker } from "#domains/lists/web/public.tsx";
import type { Language } from "../../settings/fields.ts";
import { type ManyOutcome, reviewInvites } from "../contract.ts";
import { LanguageSelect } from "./LanguageSelect.tsx";
import { inviteTexts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
}

interface ManyForm extends Record<string, unknown> {
  list_id: number | null;
  customer_ids: number[];
  language: Language | "";
  consent: 0 | 1;
}

const empty: ManyForm = { list_id: null, customer_ids: [], language: "", consent: 0 };

const { many: texts } = inviteTexts;

/** Asks several customers for a review: a list, people picked by hand, or both. */
export function SendManyDialog({ opened, onClose }: Props) {
  const [outcome, setOutcome] = useState<ManyOutcome>();
  const send = useCallForm(reviewInvites.sendMany, {
    initialValues: empty,
    quiet: "success",
    invalidates: [reviewInvites.table],
    onSuccess: ({ data }) => setOutcome(data),
  });
  const { form } = send;
  useFilledForm(form, opened, empty, { onOpen: () => setOutcome(undefined) });
  const { customer_ids } = form.values;
  const pick = (id: number | null) => {
    if (id !== null && !customer_ids.includes(id)) form.setFieldValue("customer_ids", [...customer_ids, id]);
  };
  const drop = (id: number) =>
    form.setFieldValue(
      "customer_ids",
      customer_ids.filter((one) => one !== id),
    );
  if (outcome) return <ResultDialog opened={opened} onClose={onClose} outcome={outcome} />;
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.title} action={texts.action} form={send}>
      <Text size="sm">{texts.hint}</Text>
      <ListPicker label={texts.list} {...form.getInputProps("list_id")} />
      <FromFile onNewList={(id) => form.setFieldValue("list_id", id)} />
      <CustomerPicker
        // A fresh one for each customer, so that the next can be searched for.
        key={customer_ids.length}
        label={texts.add}
        value={null}
        onChange={pick}
        error={form.errors.customer_ids}
      />
      {customer_ids.length > 0 && (
        <Stack gap={4} component="ul" aria-label={texts.people} m={0} p={0}>
          {customer_ids.map((id) => (
            <Chosen key={id} id={id} onRemove={() => drop(id)} />
          ))}
        </Stack>
      )}
      <LanguageSelect {...form.getInputProps("language")} />
      <Switch
        label={texts.consent}
        description={inviteTexts.dialog.consentHint}
        checked={form.values.consent === 1}
        onChange={({ currentTarget }) => form.setFieldValue("consent", currentTarget.checked ? 1 : 0)}
      />
    </FormDialog>
  );
}

/** Makes a list of a file's customers. */
function FromFile({ onNewList }: { onNewList: (id: number) => void }) {
  const [isUploading, setUploading] = useState(false);
  return (
    <Can use={uploads.copyFromTemp}>
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconUpload size={16} aria-hidden />}
          title={texts.uploadHint}
          onClick={() => setUploading(true)}
        >
          {texts.upload}
        </Button>
      </div>
      <RunningUploads />
      <UploadDialog opened={isUploading} onClose={() => setUploading(false)} onNewList={onNewList} />
    </Can>
  );
}

/** One of the customers picked by hand. */
function Chosen({ id, onRemove }: { id: number; onRemove: () => void }) {
  const name = useCall(customers.search, { body: { customer_id: id } }).data?.allCustomers[0]?.customer_name ?? "…";
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <Text size="sm" truncate>
        {name}
      </Text>
      <ActionIcon variant="subtle" color="gray" aria-label={texts.remove(name)} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

/** How many were invited, and who wasn't and why. */
function ResultDialog({ opened, onClose, outcome: { invited, left_out } }: Props & { outcome: ManyOutcome }) {
  return (
    <Modal opened={opened} onClose={onClose} title={texts.resultTitle}>
      <Text fw={600}>{texts.invited(invited)}</Text>
      {left_out.length > 0 && (
        <>
          <Text size="sm" mt="md">
            {texts.leftOut}
          </Text>
          {left_out.map(({ reason, people }) => (
            <Group key={reason} justify="space-between">
              <Text size="sm">{reason}</Text>
              <Text size="sm">{people}</Text>
            </Group>
          ))}
        </>
      )}
      <Group justify="flex-end" mt="xl">
        <Button onClick={onClose} data-autofocus>
          {texts.done}
        </Button>
      </Group>
    </Modal>
  );
}
