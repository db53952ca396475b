import { ActionIcon, Button } from "@mantine/core";
import { IconPhoneOutgoing } from "@tabler/icons-react";
import { useState } from "react";
import { toastFailure, useSend } from "#core/web/call/useSend.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { voice } from "../contract.ts";
import { callTexts as texts } from "./texts.ts";

const CallDialog = lazyDialog(() => import("./CallDialog.tsx"), "CallDialog");

interface Props {
  customer: { readonly id: number; readonly name: string };
  /** Only the icon, where there is little room. */
  isSmall?: boolean;
  /** The key that presses it. */
  shortcut?: string;
  /** Filled: the first thing to do. */
  isMain?: boolean;
  /** Runs when the member's own phone begins to ring. */
  onPlaced?: () => void;
}

/** Calls a customer through the dealership's number. Asks for the member's own phone when there is none, or it can't ring. */
export function CallButton({ customer, isSmall, shortcut, isMain, onPlaced }: Props) {
  const { call, isPending, dialog } = useCalling(customer, onPlaced);
  const { name } = customer;
  const label = texts.callOf(name);
  return (
    <Can use={voice.placeCall}>
      {isSmall ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={label}
          aria-keyshortcuts={shortcut}
          title={`${label}. ${texts.hint}`}
          loading={isPending}
          onClick={call}
        >
          <IconPhoneOutgoing size={18} aria-hidden />
        </ActionIcon>
      ) : (
        <Button
          variant={isMain ? "filled" : "default"}
          aria-label={label}
          aria-keyshortcuts={shortcut}
          title={texts.hint}
          loading={isPending}
          leftSection={<IconPhoneOutgoing size={18} aria-hidden />}
          onClick={call}
        >
          {texts.call}
        </Button>
      )}
      {dialog}
    </Can>
  );
}

/** Calls a customer, for what isn't a button; the dialog asks for the member's own phone. */
export function useCalling({ id, name }: Props["customer"], onPlaced?: () => void) {
  const [isAsking, setAsking] = useState(false);
  const place = useSend(voice.placeCall, {
    quiet: true,
    onSuccess: ({ status, message }) => {
      toast.show(status, message);
      onPlaced?.();
    },
    onFailure: (failure) => (failure.fields.phone === undefined ? toastFailure(failure) : setAsking(true)),
  });
  return {
    call: () => place.mutate({ body: { customer_id: id } }),
    isPending: place.isPending,
    dialog: (
      <CallDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        customer={{ id, name }}
        problem={place.error?.fields.phone ?? ""}
      />
    ),
  };
}
