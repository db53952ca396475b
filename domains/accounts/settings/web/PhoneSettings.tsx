import "@mantine/core/styles/Switch.layer.css";
import { Badge, Button, Group, Switch, Text } from "@mantine/core";
import { IconPhonePlus } from "@tabler/icons-react";
import { useState } from "react";
import { formatPhone } from "#core/phone.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { type CallForm, useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { type ProfileSettings, settings } from "../contract.ts";
import { codesDisclosure, waitText } from "../rules.ts";
import classes from "./Settings.module.css";
import { type PhoneVerification, usePhoneVerification } from "./usePhoneVerification.ts";

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
        description={`Your own codes go to this phone. ${codesDisclosure}`}
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

/** The phones that the location's calls and notifications go to. */
export function LocationPhones({ settings: own }: { settings: ProfileSettings }) {
  const { call_phone_no, notification_phone_no } = own;
  const callProof = usePhoneVerification();
  const call = useCallForm(settings.callPhone, {
    initialValues: { call_phone_no },
    invalidates: refreshes,
    onSuccess: ({ data }) => callProof.applyStep(data),
    onFailure: callProof.applyFailure,
  });
  const notificationProof = usePhoneVerification();
  const notification = useCallForm(settings.notificationPhone, {
    initialValues: { notification_phone_no },
    invalidates: refreshes,
    onSuccess: ({ data }) => notificationProof.applyStep(data),
    onFailure: notificationProof.applyFailure,
  });
  return (
    <>
      <PhoneSetting label="Phone for call forward" field="call_phone_no" change={call} proof={callProof} />
      <PhoneSetting
        label="Phone for notification"
        field="notification_phone_no"
        change={notification}
        proof={notificationProof}
      />
    </>
  );
}

const PhoneCodeDialog = lazyDialog(() => import("./PhoneCodeDialog.tsx"), "PhoneCodeDialog");

interface Props<V> {
  label: string;
  description?: string;
  field: keyof V & string;
  change: CallForm<V>;
  proof: PhoneVerification;
}

/** A phone field with an Update button; a dialog asks for the verification code. */
function PhoneSetting<V>({ label, description, field, change, proof }: Props<V>) {
  useUnsavedChanges(change.form.isDirty);
  return (
    <>
      <form noValidate onSubmit={change.submit} className={classes.line} data-described={description && true}>
        <PhoneInput label={label} description={description} {...change.form.getInputProps(field)} />
        <Button type="submit" variant="default" loading={change.sending} aria-label={`Update ${label}`}>
          Update
        </Button>
        {proof.wait > 0 && (
          <Text size="sm" c="dimmed" className={classes.wait}>
            {waitText(proof.wait)}
          </Text>
        )}
      </form>
      <PhoneCodeDialog opened={proof.step !== undefined} proof={proof} />
    </>
  );
}

/** The location's number: assigned, requested, or not yet requested. */
export function NumberForTexts({ settings: { phone_no_request, twilio_phone } }: { settings: ProfileSettings }) {
  const canRequest = useCan(settings.requestNumber);
  const request = useSend(settings.requestNumber, { invalidates: [settings.profile] });
  if (phone_no_request === 1) {
    return (
      <Text fz="xl" fw={600}>
        {formatPhone(twilio_phone)}
      </Text>
    );
  }
  if (phone_no_request === 2) {
    return (
      <Group gap="sm">
        <Badge size="lg" color="yellow">
          Requested
        </Badge>
        <Text c="dimmed">We're getting a number for you.</Text>
      </Group>
    );
  }
  if (!canRequest) return <Text c="dimmed">No number yet. The account owner can request one.</Text>;
  return (
    <Group gap="sm">
      <Button
        leftSection={<IconPhonePlus size={18} aria-hidden />}
        loading={request.isPending}
        onClick={() => request.mutate({})}
      >
        Request Phone No.
      </Button>
      <Text c="dimmed">You need a number to send and receive texts.</Text>
    </Group>
  );
}
