import { ActionIcon } from "@mantine/core";
import { IconCalendarPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { CustomerPartProps } from "#core/web/layout/screenDeclaration.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { appointments } from "../contract.ts";
import { quickTexts as texts } from "./texts.ts";

const QuickAppointmentDialog = lazyDialog(() => import("./QuickAppointmentDialog.tsx"), "QuickAppointmentDialog");

/** Books an appointment from the head of a conversation. */
export function QuickAppointmentButton({ customer_id }: CustomerPartProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Can use={appointments.add}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={texts.title}
        aria-keyshortcuts="b"
        title={texts.title}
        onClick={() => setOpen(true)}
      >
        <IconCalendarPlus size={18} aria-hidden />
      </ActionIcon>
      <QuickAppointmentDialog opened={isOpen} onClose={() => setOpen(false)} customer_id={customer_id} />
    </Can>
  );
}
