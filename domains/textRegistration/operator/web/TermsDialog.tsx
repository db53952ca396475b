import "@mantine/core/styles/SimpleGrid.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { SimpleGrid, Skeleton, Switch, Text, TextInput } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { clientRegistrations, type SavedTerms } from "../contract.ts";
import { operatorRegistrationTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** What registrations cost, and what unregistered numbers may do. */
export function TermsDialog({ opened, onClose }: Props) {
  const { data } = useCall(clientRegistrations.terms, {}, { enabled: opened });
  if (!data) return opened ? <Skeleton h={1} aria-hidden /> : null;
  return <TermsForm key={JSON.stringify(data)} opened={opened} onClose={onClose} saved={data} />;
}

const inDollars = (cents: number) => (cents / 100).toFixed(2);

function TermsForm({ opened, onClose, saved }: Props & { saved: SavedTerms }) {
  const save = useCallForm(clientRegistrations.saveTerms, {
    initialValues: {
      business: inDollars(saved.business_cents),
      campaign: inDollars(saved.campaign_cents),
      monthly: inDollars(saved.monthly_cents),
      toll_free: inDollars(saved.toll_free_cents),
      resubmit: inDollars(saved.resubmit_cents),
      daily_segments: String(saved.daily_segments),
      blocks_replies: saved.blocks_replies === 1,
    },
    invalidates: [clientRegistrations.terms, clientRegistrations.one],
    onSuccess: onClose,
  });
  const { form } = save;
  const close = () => {
    form.reset();
    onClose();
  };
  const amount = (field: "business" | "campaign" | "monthly" | "toll_free" | "resubmit") => ({
    inputMode: "decimal" as const,
    leftSection: "$",
    ...form.getInputProps(field),
  });
  return (
    <FormDialog opened={opened} onClose={close} title={texts.fees} action={texts.save} form={save}>
      <Text size="sm">{texts.feesAbout}</Text>
      <SimpleGrid cols={2}>
        <TextInput label={texts.business} {...amount("business")} />
        <TextInput label={texts.campaign} {...amount("campaign")} />
        <TextInput label={texts.monthly} {...amount("monthly")} />
        <TextInput label={texts.tollFree} {...amount("toll_free")} />
        <TextInput label={texts.resubmission} {...amount("resubmit")} />
      </SimpleGrid>
      <TextInput
        label={texts.segments}
        description={texts.segmentsAbout}
        inputMode="numeric"
        {...form.getInputProps("daily_segments")}
      />
      <Switch label={texts.block} {...form.getInputProps("blocks_replies", { type: "checkbox" })} />
    </FormDialog>
  );
}
