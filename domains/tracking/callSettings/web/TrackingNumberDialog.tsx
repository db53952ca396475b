import { ActionIcon, Button, Group, NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useId } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import {
  callSettings,
  type TrackingNumber,
  type TrackingNumberChange,
} from "#domains/locations/callSettings/contract.ts";
import { maxGreeting, maxMorePhones, maxWhisper } from "#domains/locations/callSettings/fields.ts";
import { standardSources } from "#domains/locations/callSettings/rules.ts";
import { callSettingsTexts, callSettingsTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  /** The number to change; undefined requests one. */
  edited: TrackingNumber | undefined;
}

const noRequest = { source: "", area_code: "", forward_to: "" };

/** Requests a tracking number, or changes one. */
export function TrackingNumberDialog({ opened, onClose, edited }: Props) {
  const sources = useCall(callSettings.sources, {}, { enabled: opened }).data ?? [...standardSources];
  const invalidates = [callSettings.numbers, callSettings.sources];
  const request = useCallForm(callSettings.request, {
    initialValues: noRequest,
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

  useFilledForm(change.form, opened, formOf(edited));
  useFilledForm(request.form, opened, noRequest);

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

const { fields: fieldTexts } = callSettingsTexts;

/** Everything that a number's form changes. */
type TrackingNumberForm = { [Field in keyof TrackingNumberChange]-?: NonNullable<TrackingNumberChange[Field]> };

const choices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** What a number does with a call: which other phones ring, in what order and when, and what is said. */
function RingPlanFields({ form }: { form: UseFormReturnType<TrackingNumberForm> }) {
  const { also_rings } = form.values;
  return (
    <>
      {[...also_rings.keys()].map((place) => (
        <Group key={place} align="flex-end" wrap="nowrap" gap="xs">
          <PhoneInput
            label={fieldTexts.also(place + 2)}
            autoComplete="off"
            flex={1}
            {...form.getInputProps(`also_rings.${place}`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="input-sm"
            aria-label={fieldTexts.removePhone(place + 2)}
            onClick={() => form.removeListItem("also_rings", place)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {also_rings.length < maxMorePhones && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem("also_rings", "")}
          style={{ alignSelf: "flex-start" }}
        >
          {fieldTexts.addPhone}
        </Button>
      )}
      {also_rings.length > 0 && (
        <NativeSelect label={fieldTexts.ring} data={choices(fieldTexts.orders)} {...form.getInputProps("ring")} />
      )}
      <NativeSelect
        label={fieldTexts.hours}
        description={fieldTexts.hoursHint}
        data={choices(fieldTexts.hourChoices)}
        {...form.getInputProps("hours")}
      />
      <Textarea
        label={fieldTexts.greeting}
        description={fieldTexts.greetingHint}
        autosize
        minRows={2}
        maxLength={maxGreeting}
        {...form.getInputProps("greeting")}
      />
      <TextInput
        label={fieldTexts.whisper}
        description={fieldTexts.whisperHint}
        autoComplete="off"
        maxLength={maxWhisper}
        {...form.getInputProps("whisper")}
      />
    </>
  );
}
