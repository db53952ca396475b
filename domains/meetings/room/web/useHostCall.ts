import { useEffect, useState } from "react";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { meetingRoomEvents } from "../contract.ts";
import type { CallView } from "./callView.ts";
import { type HostTransport, hostTransport } from "./hostTransport.ts";
import { type Call, runCall } from "./runCall.ts";

interface RunningCall {
  readonly call: Call;
  readonly transport: HostTransport;
  readonly run: number;
}

/** A member's side of a call, from when the screen opens until they leave; `again` begins a new one. */
export function useHostCall(id: number) {
  const [run, setRun] = useState(0);
  const [running, setRunning] = useState<RunningCall>();
  const [view, setView] = useState<CallView>();
  useEffect(() => {
    const transport = hostTransport(id);
    const call = runCall({ transport, isPolite: false, seatName: `meeting seat ${id}`, onChange: setView });
    setRunning({ call, transport, run });
    // A page that is reloaded or closed keeps its seat for a moment; whoever goes elsewhere in the app leaves.
    return () => call.leave();
  }, [id, run]);
  const wake = () => running?.transport.wake();
  useRealtimeEvent(meetingRoomEvents.changed, ({ target_id }) => target_id === id && wake());
  useOnReconnect(wake);
  return { view, call: running?.call, again: () => setRun((before) => before + 1) };
}
