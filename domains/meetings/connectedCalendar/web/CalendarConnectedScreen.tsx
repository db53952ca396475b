import { ProviderReturn } from "#core/web/layout/ProviderReturn.tsx";
import { meetings } from "../../contract.ts";
import { connectedCalendar } from "../contract.ts";
import { connectedCalendarTexts } from "./texts.ts";

const ownCalendar = "/virtual?calendar=own";

/** Where the provider sends members back to, who then see their connected calendar. */
export function CalendarConnectedScreen() {
  return (
    <ProviderReturn
      texts={connectedCalendarTexts.returned}
      finish={connectedCalendar.finish}
      invalidates={[connectedCalendar.get, meetings.list]}
      path="/virtual/connected"
      next={() => ownCalendar}
      back={ownCalendar}
    />
  );
}
