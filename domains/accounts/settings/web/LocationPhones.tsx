import { useCallForm } from "#core/web/form/useCallForm.ts";
import { type ProfileSettings, settings } from "../contract.ts";
import { PhoneSetting } from "./PhoneSetting.tsx";
import { usePhoneVerification } from "./usePhoneVerification.ts";

const refreshes = [settings.profile];

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
