import "@mantine/core/styles/Switch.layer.css";
import { Button, Group, Switch } from "@mantine/core";
import { useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { type ConsentStateName, consent } from "../contract.ts";
import { consentView, viewInWords } from "../rules.ts";
import { ConsentStatus } from "./ConsentStatus.tsx";
import { consentTexts as texts } from "./texts.ts";
import { showConsent, useFreshConsent } from "./useFreshConsent.ts";

const EvidenceDialog = lazyDialog(() => import("./ConsentDialogs.tsx"), "EvidenceDialog");
const UndoOptOutDialog = lazyDialog(() => import("./ConsentDialogs.tsx"), "UndoOptOutDialog");

interface Props {
  customer_id: number;
  /** The known state, until the ledger is read. */
  state?: ConsentStateName;
  /** The state in words is the switch's label; without it they are beside it, from the same ledger. */
  withState?: boolean;
  /** Runs after the customer was opted in or out here. */
  onChange?: () => void;
}

/** Opts a customer in and out: on only with consent, and with an opt-out besides where no one knows. */
export function OptInSwitch({ customer_id, state: knownState, withState = true, onChange }: Props) {
  const { data } = useCall(consent.history, { params: { id: customer_id } });
  const [dialog, setDialog] = useState<"evidence" | "undo">();
  const optOut = useSend(consent.opt, { invalidates: showConsent, onSuccess: onChange });
  const canOpt = useCan(consent.opt);
  useFreshConsent(customer_id);
  const state = data?.state ?? knownState;
  const view = state && consentView(state);
  const done = { onClose: () => setDialog(undefined), ...(onChange && { onDone: onChange }) };

  const askToOptOut = async () => {
    const [title, text] = [texts.optOutTitle, texts.optOutText];
    if (await confirm({ title, text, action: texts.optOut, danger: true }))
      optOut.mutate({ body: { user_id: customer_id, opt_type: "out" } });
  };
  const toggle = () => {
    if (view === "in") return void askToOptOut();
    setDialog(view === "out" && data?.undo_until ? "undo" : "evidence");
  };

  return (
    <Group gap="xs">
      <Switch
        label={withState && state ? <ConsentStatus state={state} /> : texts.optIn}
        aria-label={withState && view ? `${texts.optIn}: ${viewInWords[view]}` : undefined}
        checked={view === "in"}
        disabled={!canOpt || data === undefined || optOut.isPending}
        onChange={toggle}
      />
      {view === "none" && canOpt && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={optOut.isPending}
          onClick={() => void askToOptOut()}
        >
          {texts.optOut}
        </Button>
      )}
      <EvidenceDialog
        opened={dialog === "evidence"}
        customer_id={customer_id}
        isAgain={state !== "unknown"}
        {...done}
      />
      <UndoOptOutDialog
        opened={dialog === "undo"}
        customer_id={customer_id}
        until={data?.undo_until ?? ""}
        onNewConsent={() => setDialog("evidence")}
        {...done}
      />
    </Group>
  );
}
