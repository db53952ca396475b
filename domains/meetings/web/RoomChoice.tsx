import { NativeSelect } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useSession } from "#core/web/session/session.ts";
import type { MeetingValues } from "./meetingForm.ts";
import { meetingTexts } from "./texts.ts";

interface Props {
  form: UseFormReturnType<MeetingValues>;
  /** Who hosts it when nobody is chosen; undefined for whoever is making it. */
  maker_id: number | undefined;
  /** In Rooftop's own room, the two have to be on the same network. */
  isRoomLocal: boolean;
  /** Who can have a Google Meet room; null where nobody can. */
  meetHosts: readonly number[] | null;
}

const { form: texts } = meetingTexts;

/** Where a virtual meeting takes place. */
export function RoomChoice({ form, maker_id, isRoomLocal, meetHosts }: Props) {
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
