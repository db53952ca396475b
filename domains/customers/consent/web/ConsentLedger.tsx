import { Button, Modal, Skeleton } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { followDownload } from "#core/web/download.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { type ConsentEvent, consent, maxShown } from "../contract.ts";
import { decidingEntry, entryInWords, evidenceInWords, sourceInWords, stateInWords } from "../rules.ts";
import classes from "./ConsentLedger.module.css";
import { useFreshConsent } from "./useFreshConsent.ts";

/** A customer's consent state and ledger, newest first. */
export function ConsentLedger({ customer_id }: { customer_id: number }) {
  const { data, error, refetch } = useCall(consent.history, { params: { id: customer_id } });
  const proof = useSend(consent.proof, { onSuccess: (answer) => followDownload(answer.data.url) });
  useFreshConsent(customer_id);
  if (error && !data) {
    return <LoadFailure failure={error} retry={refetch} title="The consent history couldn't be loaded" />;
  }
  if (!data) return <Skeleton height={120} role="status" aria-label="Loading the consent history" />;
  const phones = new Set(data.events.map(({ phone }) => phone));
  return (
    <section aria-label="Consent history">
      <p className={classes.state}>{stateInWords(data.state, decidingEntry(data.state, data.events))}</p>
      <ol className={classes.lines}>
        {data.events.map((event) => (
          <LedgerItem key={event.id} event={event} phone={phones.size > 1 ? event.phone : ""} />
        ))}
      </ol>
      {data.truncated && (
        <p className={classes.state}>Showing the newest {maxShown}. The proof includes all of them.</p>
      )}
      <Can use={consent.proof}>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={proof.isPending}
          onClick={() => proof.mutate({ params: { id: customer_id } })}
        >
          Download proof
        </Button>
      </Can>
    </section>
  );
}

/** @param phone shown when the customer has several; empty otherwise. */
function LedgerItem({ event, phone }: { event: ConsentEvent; phone: string }) {
  const time = useTime();
  const row = event.file_line === null ? "" : `, row ${event.file_line}`;
  return (
    <li className={classes.line}>
      <p className={classes.head}>
        <strong>{entryInWords(event)}</strong>
        <time className={classes.time} dateTime={event.at}>
          {time.dateTime(event.at)}
        </time>
      </p>
      {event.words && <blockquote className={classes.words}>{event.words}</blockquote>}
      <p className={classes.how}>
        {[phone && formatPhone(phone), `${sourceInWords[event.source]}${event.by && `: ${event.by}`}`]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {event.evidence && <p className={classes.how}>{evidenceInWords(event)}</p>}
      {event.file_name && (
        <p className={classes.how}>
          File: {event.file_name}
          {row}
        </p>
      )}
    </li>
  );
}

interface Props {
  opened: boolean;
  onClose: () => void;
  customer_id: number;
}

/** A customer's consent history as a dialog. */
export function ConsentHistoryDialog({ opened, onClose, customer_id }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Consent history" size="lg">
      <ConsentLedger customer_id={customer_id} />
    </Modal>
  );
}
