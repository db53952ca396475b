import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import "@mantine/core/styles/SimpleGrid.layer.css";
import { Checkbox, MultiSelect, NativeSelect, SimpleGrid, Text, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useCall } from "#core/web/call/useCall.ts";
import { distinctOptions } from "#core/web/form/distinctOptions.ts";
import { firstDay, lastDay } from "#domains/appointments/contract.ts";
import { lengthChoices } from "#domains/appointments/web/public.tsx";
import { CustomerPicker } from "#domains/customers/web/public.tsx";
import { team } from "#domains/team/contract.ts";
import { isMeetingUrl, roomName } from "../fields.ts";
import { type MeetingValues, partsOfTime, quarterHours, timeOf } from "./meetingForm.ts";
import { RoomChoice } from "./RoomChoice.tsx";
import { meetingTexts } from "./texts.ts";

interface Props {
  form: UseFormReturnType<MeetingValues>;
  /** Who is part of it without being chosen. */
  maker_id: number | undefined;
  textLabel: string;
  /** The customer has a calendar invitation already. */
  isMailed?: boolean;
  /** In Rooftop's own room, the two have to be on the same network. */
  isRoomLocal: boolean;
  /** Who can have a Google Meet room; null where nobody can. */
  meetHosts: readonly number[] | null;
}

const { form: texts } = meetingTexts;

/** The fields of a meeting, for creating and for editing one. */
export function MeetingFields({ form, maker_id, textLabel, isMailed, isRoomLocal, meetHosts }: Props) {
  const { data } = useCall(team.chat);
  const members = (data?.teamMembers ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const { values, errors } = form;
  const others = members.filter(({ value }) => value !== values.host_id && value !== String(maker_id));
  const time = timeOf(values);
  const times = quarterHours.includes(time) ? quarterHours : [time, ...quarterHours];
  return (
    <>
      <TextInput
        label={texts.title}
        description={texts.notesHint}
        withAsterisk
        data-autofocus
        {...form.getInputProps("title")}
      />
      <CustomerPicker withAsterisk {...form.getInputProps("customer_id")} />
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm">
        <TextInput
          type="date"
          label={texts.date}
          min={firstDay}
          max={lastDay}
          withAsterisk
          {...form.getInputProps("appointment_date")}
        />
        <NativeSelect
          label={texts.time}
          data={times}
          withAsterisk
          value={time}
          error={errors.customTimeHours ?? errors.customTimeMinutes ?? errors.timeType}
          onChange={({ currentTarget }) => form.setValues(partsOfTime(currentTarget.value))}
        />
        <NativeSelect
          label={texts.length}
          data={lengthChoices(Number(values.duration))}
          {...form.getInputProps("duration")}
        />
      </SimpleGrid>
      <NativeSelect
        label={texts.host}
        data={[{ value: "", label: texts.anyone }, ...members]}
        {...form.getInputProps("host_id")}
      />
      {values.type === "0" && (
        <TextInput label={texts.place} placeholder={texts.placeHint} {...form.getInputProps("place")} />
      )}
      {values.type === "1" && (
        <RoomChoice form={form} maker_id={maker_id} isRoomLocal={isRoomLocal} meetHosts={meetHosts} />
      )}
      {values.type === "1" && values.kind === "link" && (
        <TextInput
          type="url"
          label={texts.url}
          description={isMeetingUrl(values.url) ? texts.room(roomName(values.url)) : texts.urlHint}
          placeholder="https://"
          autoComplete="off"
          {...form.getInputProps("url")}
        />
      )}
      <MultiSelect
        label={texts.people}
        description={texts.peopleHint}
        data={distinctOptions(others)}
        searchable
        hidePickedOptions
        {...form.getInputProps("user_ids")}
      />
      <Textarea label={texts.notes} autosize minRows={2} maxRows={6} {...form.getInputProps("notes")} />
      <Checkbox
        label={textLabel}
        checked={values.text_customer === 1}
        onChange={({ currentTarget }) => form.setFieldValue("text_customer", currentTarget.checked ? 1 : 0)}
      />
      {isMailed ? (
        <Text size="sm">{texts.mailed}</Text>
      ) : (
        <Checkbox
          label={texts.mail}
          checked={values.mail_customer === 1}
          onChange={({ currentTarget }) => form.setFieldValue("mail_customer", currentTarget.checked ? 1 : 0)}
        />
      )}
    </>
  );
}
