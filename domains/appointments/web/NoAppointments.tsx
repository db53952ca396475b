import { Button } from "@mantine/core";
import { IconCalendarPlus } from "@tabler/icons-react";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { appointments } from "../contract.ts";
import { appointmentTexts as texts } from "./texts.ts";

/** In place of the appointments of a period that has none. */
export function NoAppointments({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      icon={IconCalendarPlus}
      action={
        <Can use={appointments.add}>
          <Button variant="default" onClick={onCreate}>
            {texts.create}
          </Button>
        </Can>
      }
    >
      {texts.empty}
    </EmptyState>
  );
}
