import { Button } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { type OwnPhone, voice } from "../contract.ts";
import { callTexts as texts } from "./texts.ts";
import classes from "./VoiceSettingsForm.module.css";

/** The phone that rings first when the member calls a customer. */
export function OwnPhoneForm() {
  const { data } = useCall(voice.ownPhone);
  return data ? <PhoneForm own={data} /> : null;
}

function PhoneForm({ own }: { own: OwnPhone }) {
  const change = useCallForm(voice.changeOwnPhone, {
    initialValues: { phone: own.phone },
    invalidates: [voice.ownPhone],
  });
  useUnsavedChanges(change.form.isDirty);
  return (
    <form noValidate onSubmit={change.submit} className={classes.form}>
      <PhoneInput
        label={texts.settingLabel}
        description={texts.settingHint}
        autoComplete="tel-national"
        {...change.form.getInputProps("phone")}
      />
      <Button type="submit" variant="default" loading={change.sending}>
        {texts.save}
      </Button>
    </form>
  );
}
