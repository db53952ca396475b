import { useCallForm } from "#core/web/useCallForm.ts";
import { type ProfileSettings, settings } from "../contract.ts";
import { PhoneSetting } from "./PhoneSetting.tsx";
import { usePhoneProof } from "./usePhoneProof.ts";

const refreshes = [settings.profile];

/** The phones that the location's calls and notifications go to. */
export function LocationPhones({ settings: own }: { settings: ProfileSettings }) {
  const { call_phone_no, notification_phone_no } = own;
  const callProof = usePhoneProof();
  const call = useCallForm(settings.callPhone, {
    initialValues: { call_phone_no },
    refreshes,
    onSuccess: ({ data }) => callProof.take(data),
    onFailure: callProof.refused,
  });
  const notificationProof = usePhoneProof();
  const notification = useCallForm(settings.notificationPhone, {
    initialValues: { notification_phone_no },
    refreshes,
    onSuccess: ({ data }) => notificationProof.take(data),
    onFailure: notificationProof.refused,
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
