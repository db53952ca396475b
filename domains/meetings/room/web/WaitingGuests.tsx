import { Button } from "@mantine/core";
import { useSend } from "#core/web/call/useSend.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { meetingRoom, type RoomNews } from "../contract.ts";
import classes from "./RoomScreen.module.css";
import { roomTexts as texts } from "./texts.ts";

interface Props {
  id: number;
  waiting: RoomNews["waiting"];
  /** Somebody is in, who would wait instead. */
  isTaken: boolean;
  name: string;
}

/** Those who opened the customer's link while somebody else was in; one of them at a time can be let in. */
export function WaitingGuests({ id, waiting, isTaken, name }: Props) {
  const time = useTime();
  const admit = useSend(meetingRoom.admit);
  if (waiting.length === 0) return null;
  return (
    <section className={classes.waiting} aria-label={texts.waiting(waiting.length)}>
      <p>
        <b>{texts.waiting(waiting.length)}</b> {texts.letInText(name)}
      </p>
      <ul>
        {waiting.map((guest) => (
          <li key={guest.id}>
            {texts.since(time.time(guest.entered_at))}
            <Button
              variant="default"
              size="compact-md"
              loading={admit.isPending}
              onClick={() => admit.mutate({ params: { id }, body: { guest_id: guest.id } })}
            >
              {isTaken ? texts.letInInstead : texts.letIn}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
