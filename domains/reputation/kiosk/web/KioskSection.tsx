import "@mantine/core/styles/Switch.layer.css";
import { Anchor, Button, PasswordInput, Skeleton, Switch } from "@mantine/core";
import { useState } from "react";
import { passwordHint } from "#core/passwords.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { Section } from "#core/web/layout/Section.tsx";
import { kiosk } from "../contract.ts";
import classes from "./KioskSection.module.css";
import { kioskTexts } from "./texts.ts";

const { settings: texts } = kioskTexts;

/** Whether the location's staff may share a tablet, and what it signs in with. */
export function KioskSection() {
  const { data } = useCall(kiosk.settings);
  const [asking, setAsking] = useState(false);
  const turn = useSend(kiosk.turn, { quiet: "success", invalidates: [kiosk.settings] });
  const toggle = async (isOn: boolean) => {
    if (data?.username === "") return setAsking(true);
    const question = { title: texts.offTitle, text: texts.offText, action: texts.off };
    if (isOn || (await confirm(question))) turn.mutate({ body: { is_on: isOn ? 1 : 0 } });
  };
  return (
    <Section title={texts.title}>
      {data ? (
        <div className={classes.rows}>
          <Switch
            label={texts.on}
            description={texts.about}
            checked={data.is_on === 1}
            disabled={turn.isPending}
            onChange={({ currentTarget }) => void toggle(currentTarget.checked)}
          />
          {data.username !== "" && (
            <dl className={classes.facts}>
              <dt>{texts.username}</dt>
              <dd>
                <code>{data.username}</code>
              </dd>
            </dl>
          )}
          {data.is_on === 1 && (
            <p className={classes.soft}>
              {texts.devices(data.devices)} ·{" "}
              <Anchor href="/kiosk" target="_blank" fz="inherit" underline="always">
                {texts.open}
              </Anchor>
            </p>
          )}
          <Button variant="default" onClick={() => setAsking(true)}>
            {data.username === "" ? texts.choosePassword : texts.changePassword}
          </Button>
        </div>
      ) : (
        <Skeleton h={120} aria-hidden />
      )}
      <KioskPasswordDialog opened={asking} onClose={() => setAsking(false)} />
    </Section>
  );
}

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Sets the password with which tablets sign in. */
function KioskPasswordDialog({ opened, onClose }: Props) {
  const save = useCallForm(kiosk.changePassword, {
    initialValues: { password: "" },
    invalidates: [kiosk.settings],
    onSuccess: onClose,
  });
  useFilledForm(save.form, opened, { password: "" });
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.passwordTitle} action={texts.save} form={save}>
      <PasswordInput
        label={texts.password}
        description={`${passwordHint}. ${texts.passwordHint}`}
        autoComplete="new-password"
        data-autofocus
        visibilityToggleButtonProps={{ "aria-label": kioskTexts.showPassword, tabIndex: 0 }}
        {...save.form.getInputProps("password")}
      />
    </FormDialog>
  );
}
