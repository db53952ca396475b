import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { type ConsentStateName, consent } from "../contract.ts";
import { consentView, decidingEntry, originInWords, viewInWords } from "../rules.ts";
import classes from "./ConsentLine.module.css";
import { consentIcons } from "./ConsentStatus.tsx";
import { useFreshConsent } from "./useFreshConsent.ts";

const ConsentHistoryDialog = lazyDialog(() => import("./ConsentLedger.tsx"), "ConsentHistoryDialog");

interface Props {
  customer_id: number;
  state: ConsentStateName;
}

/** A customer's consent as a filled line: the state, where it came from and when, and its history. */
export function ConsentLine({ customer_id, state }: Props) {
  const time = useTime();
  const { data } = useCall(consent.history, { params: { id: customer_id } });
  useFreshConsent(customer_id);
  const [opened, setOpened] = useState(false);
  const view = consentView(state);
  const Icon = consentIcons[view];
  const entry = data && decidingEntry(state, data.events);
  const origin = [originInWords(state, entry), entry && time.date(entry.at)].filter(Boolean).join(" · ");
  return (
    <div className={classes.line} data-consent={view}>
      <Icon size={18} aria-hidden />
      <div className={classes.words}>
        <p className={classes.state}>{viewInWords[view]}</p>
        <p className={classes.origin}>{origin}</p>
      </div>
      <UnstyledButton className={classes.history} aria-label="Consent history" onClick={() => setOpened(true)}>
        History
      </UnstyledButton>
      <ConsentHistoryDialog opened={opened} onClose={() => setOpened(false)} customer_id={customer_id} />
    </div>
  );
}
