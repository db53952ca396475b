import { NativeSelect, Text } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { useSession } from "#core/web/session/session.ts";
import { leadPlans } from "#domains/leads/plans/contract.ts";
import { leadBulk } from "../../bulk/contract.ts";
import { useChangeResult } from "../bulk/useChangeResult.ts";
import { leadRefreshes } from "../useLeadActions.ts";
import { planTexts } from "./texts.ts";
import { planRefreshes } from "./usePlanEditor.ts";

const { start_: texts } = planTexts;

interface Props {
  opened: boolean;
  onClose: () => void;
  onDone?: () => void;
  /** The leads, as the bulk calls take them. */
  which: object;
  /** Whom it is for: `5 leads`, a name. */
  words: string;
}

/** Starts one of the plans that are on, for one lead or many. */
export function StartPlanDialog({ opened, onClose, onDone, which, words }: Props) {
  const { data } = useCall(leadPlans.list, {}, { enabled: opened });
  const plans = (data?.plans ?? []).filter(({ is_on }) => is_on);
  const first = String(plans[0]?.id ?? "");
  const isAgent = useSession()?.user_type === "agent";
  const { report } = useChangeResult();
  const start = useCallForm(leadBulk.startPlan, {
    initialValues: { plan_id: "" },
    toBody: (values) => ({ ...which, ...values }),
    invalidates: [...leadRefreshes, ...planRefreshes, leadBulk.current],
    quiet: "success",
    onSuccess: ({ data: { change } }) => {
      onClose();
      onDone?.();
      report(change);
    },
  });
  const { getInputProps } = start.form;
  useFilledForm(start.form, opened, { plan_id: first });
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.title(words)} action={texts.action} form={start}>
      <NativeSelect
        label={texts.plan}
        description={isAgent ? texts.ownOnly : texts.oneAtATime}
        data={
          plans.length > 0
            ? plans.map(({ id, name }) => ({ value: String(id), label: name }))
            : [{ value: "", label: texts.none }]
        }
        {...getInputProps("plan_id")}
      />
      {data && plans.length === 0 && <Text size="sm">{texts.noneHint}</Text>}
    </FormDialog>
  );
}
