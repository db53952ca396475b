import { Button, Group, NativeSelect, Paper, SimpleGrid, Skeleton, TextInput, Title } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { numberShop, type ShopTerms } from "../../numberShop/contract.ts";

/** Whether a client buys its tracking numbers itself, and how many. */
export function ClientShop({ clientId }: { clientId: number }) {
  const { data } = useCall(numberShop.clientTerms, { params: { id: clientId } });
  return (
    <Paper withBorder p="lg" component="section" aria-label="Tracking numbers">
      <Title order={2} fz="lg" mb="md">
        Tracking numbers
      </Title>
      {data ? <TermsForm clientId={clientId} terms={data} /> : <Skeleton height={90} />}
    </Paper>
  );
}

function TermsForm({ clientId, terms }: { clientId: number; terms: ShopTerms }) {
  const change = useCallForm(numberShop.changeTerms, {
    params: { id: clientId },
    initialValues: { may_buy: String(terms.may_buy), monthly_limit: String(terms.monthly_limit) },
    invalidates: [numberShop.clientTerms],
  });
  const { getInputProps, isDirty } = change.form;
  useUnsavedChanges(isDirty);
  return (
    <form noValidate onSubmit={change.submit}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <NativeSelect
          label="Buys numbers itself"
          description="Otherwise it requests them, and you buy them here"
          data={[
            { value: "0", label: "No" },
            { value: "1", label: "Yes" },
          ]}
          {...getInputProps("may_buy")}
        />
        <TextInput
          label="Numbers in 30 days"
          description="The most that it can buy itself"
          inputMode="numeric"
          {...getInputProps("monthly_limit")}
        />
      </SimpleGrid>
      <Group justify="flex-end" mt="md">
        <Button type="submit" variant="default" loading={change.sending}>
          Save tracking numbers
        </Button>
      </Group>
    </form>
  );
}
