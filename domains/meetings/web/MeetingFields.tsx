import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import "@mantine/core/styles/SimpleGrid.layer.css";
import { Checkbox, MultiSelect, NativeSelect, SimpleGrid, Text, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useCall } from "#core/web/call/useCall.ts";
import { distinctOptions } from "#core/web/form/distinctOptions.ts";
import { useSession } from "#core/web/session/session.ts";
import { firstDay, lastDay } from "#domains/appointments/contract.ts";
import { lengthChoices } from "#domains/appointments/web/public.tsx";
import { CustomerPicker } from "#domains/customers/web/public.tsx";
import { team } from "#domains/team/contract.ts";
import { isMeetingUrl, roomName } from "../fields.ts";
import { type MeetingValues, partsOfTime, quarterHours, timeOf } from "./meetingForm.ts";
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
  /** Who can have a Google Meet room; null where no one can. */
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

interface RoomChoiceProps {
  form: UseFormReturnType<MeetingValues>;
  /** Who hosts it when no one is chosen; undefined for the person who is making it. */
  maker_id: number | undefined;
  /** In Rooftop's own room, the two have to be on the same network. */
  isRoomLocal: boolean;
  /** Who can have a Google Meet room; null where no one can. */
  meetHosts: readonly number[] | null;
}

/** Where a virtual meeting takes place. */
function RoomChoice({ form, maker_id, isRoomLocal, meetHosts }: RoomChoiceProps) {
  const me = useSession()?.user_id;
  const { host_id, kind } = form.values;
  const host = host_id === "" ? (maker_id ?? me) : Number(host_id);
  const canMeet = host !== undefined && (meetHosts ?? []).includes(host);
  const hints = {
    room: isRoomLocal ? `${texts.roomHint} ${texts.sameNetwork}` : texts.roomHint,
    link: meetHosts && !canMeet ? texts.meetNeeds : undefined,
    meet: texts.meetHint,
  };
  const meet = { value: "meet", label: texts.kinds.meet, disabled: !canMeet && kind !== "meet" };
  return (
    <NativeSelect
      label={texts.kind}
      description={hints[kind]}
      data={[
        { value: "room", label: texts.kinds.room },
        { value: "link", label: texts.kinds.link },
        ...(meetHosts || kind === "meet" ? [meet] : []),
      ]}
      {...form.getInputProps("kind")}
    />
  );
}
