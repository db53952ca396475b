import { Text, Textarea } from "@mantine/core";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { marketingRules } from "../contract.ts";
import { marketingRulesTexts } from "./texts.ts";

const texts = marketingRulesTexts.stop;

/** Stops the campaigns of all clients, with the reason that they read. */
export function StopDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const stop = useCallForm(marketingRules.stop, {
    initialValues: { reason: "" },
    invalidates: [marketingRules.current],
    onSuccess: () => close(),
  });
  const { form } = stop;
  const close = () => {
    form.reset();
    onClose();
  };
  return (
    <FormDialog opened={opened} onClose={close} title={texts.title} action={texts.open} form={stop}>
      <Text size="sm">{texts.text}</Text>
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
