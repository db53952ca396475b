import { TextInput } from "@mantine/core";
import { useEffect, useId } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { callSettings, type TrackingNumber } from "../contract.ts";
import { standardSources } from "../rules.ts";
import { RingPlanFields, type TrackingNumberForm } from "./RingPlanFields.tsx";
import { callSettingsTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  /** The number to change; undefined requests one. */
  edited: TrackingNumber | undefined;
}

/** Requests a tracking number, or changes one. */
export function TrackingNumberDialog({ opened, onClose, edited }: Props) {
  const sources = useCall(callSettings.sources, {}, { enabled: opened }).data ?? [...standardSources];
  const invalidates = [callSettings.numbers, callSettings.sources];
  const request = useCallForm(callSettings.request, {
    initialValues: { source: "", area_code: "", forward_to: "" },
    invalidates,
    onSuccess: onClose,
  });
  const change = useCallForm(callSettings.change, {
    initialValues: formOf(undefined),
    params: { id: edited?.id ?? 0 },
    invalidates,
    onSuccess: onClose,
  });
  const active = edited ? change : request;

  const { setValues: setChange, clearErrors: clearChange } = change.form;
  const { setValues: setRequest, clearErrors: clearRequest } = request.form;
  useEffect(() => {
    if (!opened) return;
    setChange(formOf(edited));
    setRequest({ source: "", area_code: "", forward_to: "" });
    clearChange();
    clearRequest();
  }, [opened, edited, setChange, clearChange, setRequest, clearRequest]);

  const inputProps = (field: "source" | "forward_to") =>
    edited ? change.form.getInputProps(field) : request.form.getInputProps(field);
  const suggestions = useId();
  const { fields } = texts;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={edited ? texts.editTitle : texts.create}
      action={edited ? texts.save : texts.request}
      form={active}
    >
      <TextInput
        label={fields.source}
        description={fields.sourceHint}
        withAsterisk
        data-autofocus
        autoComplete="off"
        list={suggestions}
        maxLength={40}
        {...inputProps("source")}
      />
      <datalist id={suggestions}>
        {sources.map((source) => (
          <option key={source} value={source} />
        ))}
      </datalist>
      {!edited && (
        <TextInput
          label={fields.areaCode}
          description={fields.areaCodeHint}
          withAsterisk
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          {...request.form.getInputProps("area_code")}
        />
      )}
      <PhoneInput label={fields.forwardTo} description={fields.forwardToHint} {...inputProps("forward_to")} />
      {edited && <RingPlanFields form={change.form} />}
    </FormDialog>
  );
}

/** What the form changes about a number. */
function formOf(number: TrackingNumber | undefined): TrackingNumberForm {
  const { source = "", forward_to = "", also_rings = [], ring = "all" } = number ?? {};
  const { hours = "always", greeting = "", whisper = "" } = number ?? {};
  return { source, forward_to, also_rings, ring, hours, greeting, whisper };
}
