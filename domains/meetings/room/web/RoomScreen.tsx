import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useParams } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useCan, useDeniedReason } from "#core/web/session/useCan.ts";
import { meetingRoom } from "../contract.ts";
import classes from "./RoomScreen.module.css";
import { roomTexts as texts } from "./texts.ts";
import { VideoRoom } from "./VideoRoom.tsx";

const title = "Video meeting";

/**
 * Browsers give camera and microphone to documents by their address, so one that was opened elsewhere in the app has to be loaded
 * again here.
 */
function wasLoadedHere(): boolean {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded === undefined || new URL(loaded.name).pathname === location.pathname;
}

/** A virtual meeting's room for its host: `/meetings/room/{id}`. */
export function RoomScreen() {
  const id = Number(useParams().id);
  const isLoadedHere = wasLoadedHere();
  const mayEnter = useCan(meetingRoom.enter);
  const denied = useDeniedReason(meetingRoom.enter);
  const { data, error } = useCall(meetingRoom.show, { params: { id } }, { enabled: mayEnter && isLoadedHere });
  useEffect(() => {
    if (!isLoadedHere) location.reload();
  }, [isLoadedHere]);
  const refusal = denied || error?.message;
  if (refusal && !data)
    return (
      <Screen title={title}>
        <p role="alert" className={classes.refusal}>
          {refusal}
        </p>
        <Button component="a" href="/virtual" variant="default">
          {texts.back}
        </Button>
      </Screen>
    );
  if (!data || !isLoadedHere) return <Screen title={title}>{null}</Screen>;
  const { title: name, customer_name, customer_phone, is_room_local } = data;
  const number = customer_phone && formatPhone(customer_phone);
  return (
    <Screen title={name} about={[customer_name, is_room_local && texts.sameNetwork].filter(Boolean).join(" · ")}>
      <VideoRoom key={id} id={id} other={{ name: customer_name, inWords: "the customer", number, isHost: false }} />
    </Screen>
  );
}
