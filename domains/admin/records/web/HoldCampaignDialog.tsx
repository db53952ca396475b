import { Text, Textarea } from "@mantine/core";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { type PlatformCampaign, platformCampaigns } from "../contract.ts";
import { platformCampaignTexts } from "./texts.ts";

const texts = platformCampaignTexts.holdDialog;

interface Props {
  opened: boolean;
  onClose: () => void;
  campaign: PlatformCampaign;
}

/** Pauses a client's campaign, with the reason that the client reads. */
export function HoldCampaignDialog({ opened, onClose, campaign }: Props) {
  const hold = useCallForm(platformCampaigns.hold, {
    initialValues: { reason: "" },
    params: { id: campaign.id },
    invalidates: [platformCampaigns.table],
    onSuccess: () => close(),
  });
  const { form } = hold;
  const close = () => {
    form.reset();
    onClose();
  };
  return (
    <FormDialog opened={opened} onClose={close} title={texts.title(campaign.title)} action={texts.action} form={hold}>
      <Text size="sm">{texts.text(campaign.client)}</Text>
      <Textarea
        label={texts.reason}
        withAsterisk
        autosize={false}
        rows={3}
        maxLength={300}
        data-autofocus
        {...form.getInputProps("reason")}
      />
    </FormDialog>
  );
}
