import { Group } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { type Meeting, meetings } from "../contract.ts";
import { phaseOf } from "../rules.ts";
import { CopyLinkButton } from "./CopyLinkButton.tsx";
import { MeetingMenu, MeetingState, WayIn } from "./MeetingCard.tsx";

interface Props {
  id: number;
  onEdit: (meeting: Meeting) => void;
  onCancel: (meeting: Meeting) => void;
}

/** The way into a meeting that is still to come, and the customer's link: what the cards of the next ones have. */
export function MeetingLinks({ id, onEdit, onCancel }: Props) {
  const { data: meeting } = useCall(meetings.get, { params: { id } });
  if (meeting?.status !== 0) return null;
  const { type, title, join_url } = meeting;
  const now = new Date();
  const isDue = phaseOf(meeting, now) === "open";
  return (
    <Group gap="xs" mt="md">
      {type === 1 && <WayIn meeting={meeting} isDue={isDue} />}
      <CopyLinkButton url={join_url} about={title} />
      <MeetingMenu meeting={meeting} onEdit={onEdit} onCancel={onCancel} />
      <MeetingState meeting={meeting} now={now} isDue={isDue} />
    </Group>
  );
}
