import "@mantine/core/styles/SimpleGrid.layer.css";
import { Button, Group, Paper, SimpleGrid, Skeleton, Text, TextInput, Title } from "@mantine/core";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { type Quotas, quotas } from "../contract.ts";
import { gigabyte, sizeText } from "../rules.ts";

/** What a client may send in a day and store, and how much of it is used. */
export function ClientQuotas({ clientId }: { clientId: number }) {
  const { data } = useCall(quotas.one, { params: { id: clientId } });
  return (
    <Paper withBorder p="lg" component="section" aria-label="Limits">
      <Title order={2} fz="lg">
        Limits
      </Title>
      {data ? <LimitsForm clientId={clientId} current={data} /> : <Skeleton height={160} mt="md" />}
    </Paper>
  );
}

function LimitsForm({ clientId, current }: { clientId: number; current: Quotas }) {
  const { is_trial, used, defaults, chosen } = current;
  const limits = useCallForm(quotas.change, {
    params: { id: clientId },
    initialValues: {
      texts: textOf(chosen.texts),
      mails: textOf(chosen.mails),
      invitations: textOf(chosen.invitations),
      storage_gb: textOf(chosen.storage_gb),
    },
    invalidates: [quotas.one],
  });
  const { getInputProps } = limits.form;
  useUnsavedChanges(limits.form.isDirty);
  const daily = (kind: "texts" | "mails" | "invitations") => ({
    description: `${countText(used[kind])} used today`,
    placeholder: countText(defaults[kind]),
    inputMode: "numeric" as const,
    ...getInputProps(kind),
  });
  return (
    <form noValidate onSubmit={limits.submit}>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        Leave a field empty for the default of a {is_trial ? "trial" : "regular"} business.
      </Text>
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <TextInput label="Texts a day" {...daily("texts")} />
        <TextInput label="Emails a day" {...daily("mails")} />
        <TextInput label="Invitations a day" {...daily("invitations")} />
        <TextInput
          label="Storage in GB"
          description={`${sizeText(used.bytes)} used`}
          placeholder={countText(defaults.bytes / gigabyte)}
          inputMode="numeric"
          {...getInputProps("storage_gb")}
        />
      </SimpleGrid>
      <Group justify="flex-end" mt="md">
        <Button type="submit" variant="default" loading={limits.sending}>
          Save limits
        </Button>
      </Group>
    </form>
  );
}

const textOf = (limit: number | null) => (limit === null ? "" : String(limit));
