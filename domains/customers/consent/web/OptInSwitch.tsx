import "@mantine/core/styles/Switch.layer.css";
import { Switch } from "@mantine/core";
import { useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { consent } from "../contract.ts";
import { useFreshConsent } from "./useFreshConsent.ts";

const EvidenceDialog = lazyDialog(() => import("./EvidenceDialog.tsx"), "EvidenceDialog");

interface Props {
  customer_id: number;
  /** The known status; fetched when left out. */
  optin_status?: 0 | 1;
  /** Runs after the customer was opted in or out here. */
  onChange?: () => void;
}

/** Opts a customer out of texts and in again. */
export function OptInSwitch({ customer_id, optin_status, onChange }: Props) {
  const query = useCall(consent.history, { params: { id: customer_id } }, { enabled: optin_status === undefined });
  const [isOptingIn, setIsOptingIn] = useState(false);
  const optOut = useSend(consent.opt, { invalidates: [consent.history], onSuccess: onChange });
  const canOpt = useCan(consent.opt);
  useFreshConsent(customer_id);
  const status = optin_status ?? query.data?.optin_status;

  const toggle = async () => {
    // Customers are only opted out on request, so opting in again always takes evidence.
    if (status === 0) return setIsOptingIn(true);
    const text = "No text can be sent to this phone from any of your locations. Opting in again requires new consent.";
    if (await confirm({ title: "Opt this customer out?", text, action: "Opt out", danger: true })) {
      optOut.mutate({ body: { user_id: customer_id, opt_type: "out" } });
    }
  };

  return (
    <>
      <Switch
        label="Opt-In"
        checked={status === 1}
        disabled={!canOpt || status === undefined || optOut.isPending}
        onChange={() => void toggle()}
      />
      <EvidenceDialog
        opened={isOptingIn}
        customer_id={customer_id}
        onClose={() => setIsOptingIn(false)}
        {...(onChange && { onDone: onChange })}
      />
    </>
  );
}
