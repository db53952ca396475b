import "@mantine/core/styles/Switch.layer.css";
import { Switch } from "@mantine/core";
import { useState } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { type ProfileSettings, settings } from "../contract.ts";
import { PhoneSetting } from "./PhoneSetting.tsx";
import { usePhoneVerification } from "./usePhoneVerification.ts";

const NumberForCodesDialog = lazyDialog(() => import("./NumberForCodesDialog.tsx"), "NumberForCodesDialog");
const refreshes = [settings.profile];

/** The person's number for codes; for the owner also whether codes are required. */
export function CodesAtSignIn({ settings: own }: { settings: ProfileSettings }) {
  const { two_factor_number, enable_otp_parent, enable_otp_team } = own;
  const canSwitch = useCan(settings.otpSwitches);
  const proof = usePhoneVerification();
  const change = useCallForm(settings.otpPhone, {
    initialValues: { two_factor_number },
    invalidates: refreshes,
    onSuccess: ({ data }) => proof.applyStep(data),
    onFailure: proof.applyFailure,
  });
  const updateSwitches = useSend(settings.otpSwitches, { invalidates: refreshes });
  const [asksForNumber, setAsksForNumber] = useState(false);
  const switchOwn = (on: boolean) => {
    if (on && two_factor_number === "") setAsksForNumber(true);
    else updateSwitches.mutate({ body: { enable_otp_parent: yesOrNo(on) } });
  };
  return (
    <>
      <PhoneSetting
        label="Phone for OTP"
        description="Your own codes go to this phone."
        field="two_factor_number"
        change={change}
        proof={proof}
      />
      {canSwitch && (
        <>
          <Switch
            label="OTP on parent account"
            description="You enter a code every time you sign in."
            checked={enable_otp_parent === 1}
            disabled={updateSwitches.isPending}
            onChange={({ currentTarget }) => switchOwn(currentTarget.checked)}
          />
          <NumberForCodesDialog
            opened={asksForNumber}
            onClose={() => setAsksForNumber(false)}
            onVerified={() => updateSwitches.mutate({ body: { enable_otp_parent: "yes" } })}
          />
          <Switch
            label="OTP on team members"
            description="Your team members enter a code every time they sign in."
            checked={enable_otp_team === 1}
            disabled={updateSwitches.isPending}
            onChange={({ currentTarget }) =>
              updateSwitches.mutate({ body: { enable_otp_team: yesOrNo(currentTarget.checked) } })
            }
          />
        </>
      )}
    </>
  );
}

const yesOrNo = (on: boolean) => (on ? "yes" : "no");
