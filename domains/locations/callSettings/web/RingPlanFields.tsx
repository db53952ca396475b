import { ActionIcon, Button, Group, NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconX } from "@tabler/icons-react";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import type { TrackingNumberChange } from "../contract.ts";
import { maxGreeting, maxMorePhones, maxWhisper } from "../fields.ts";
import { callSettingsTexts } from "./texts.ts";

const { fields: texts } = callSettingsTexts;

/** Everything that a number's form changes. */
export type TrackingNumberForm = { [Field in keyof TrackingNumberChange]-?: NonNullable<TrackingNumberChange[Field]> };

const choices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** What a number does with a call: which other phones ring, in what order and when, and what is said. */
export function RingPlanFields({ form }: { form: UseFormReturnType<TrackingNumberForm> }) {
  const { also_rings } = form.values;
  return (
    <>
      {[...also_rings.keys()].map((place) => (
        <Group key={place} align="flex-end" wrap="nowrap" gap="xs">
          <PhoneInput
            label={texts.also(place + 2)}
            autoComplete="off"
            flex={1}
            {...form.getInputProps(`also_rings.${place}`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="input-sm"
            aria-label={texts.removePhone(place + 2)}
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
          {texts.addPhone}
        </Button>
      )}
      {also_rings.length > 0 && (
        <NativeSelect label={texts.ring} data={choices(texts.orders)} {...form.getInputProps("ring")} />
      )}
      <NativeSelect
        label={texts.hours}
        description={texts.hoursHint}
        data={choices(texts.hourChoices)}
        {...form.getInputProps("hours")}
      />
      <Textarea
        label={texts.greeting}
        description={texts.greetingHint}
        autosize
        minRows={2}
        maxLength={maxGreeting}
        {...form.getInputProps("greeting")}
      />
      <TextInput
        label={texts.whisper}
        description={texts.whisperHint}
        autoComplete="off"
        maxLength={maxWhisper}
        {...form.getInputProps("whisper")}
      />
    </>
  );
}
