import { Button, Title } from "@mantine/core";
import { useId } from "react";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { Section } from "#core/web/layout/Section.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { duplicates, type Merge } from "../contract.ts";
import { affectedCalls } from "./affectedCalls.ts";
import { LikelyPairs } from "./LikelyPairs.tsx";
import classes from "./MergedCustomers.module.css";

/** The customers merged into this one, each with a button to undo; nothing when there are none. */
export function MergedCustomers({ customer_id }: { customer_id: number }) {
  const { data } = useCall(duplicates.merges, { params: { customer_id } });
  if (!data || data.length === 0) return null;
  return (
    <Section title="Merged into this customer">
      <ul className={classes.merges}>
        {data.map((merge) => (
          <MergeItem key={merge.merge_id} merge={merge} />
        ))}
      </ul>
    </Section>
  );
}

function MergeItem({ merge: { merge_id, merged_name, phone, at, by, cannot_undo } }: { merge: Merge }) {
  const time = useTime();
  const undo = useSend(duplicates.undo, { invalidates: affectedCalls });
  const number = formatPhone(phone);
  const ask = async () => {
    const text = `${merged_name} becomes a customer of their own again, with the messages from and to ${number}, and the lists and appointments that they had.`;
    if (await confirm({ title: "Undo this merge", text, action: "Undo merge" })) undo.mutate({ body: { merge_id } });
  };
  return (
    <li className={classes.merge}>
      <p>
        <strong>{merged_name}</strong>
        {merged_name !== number && `, ${number}`}
      </p>
      <p className={classes.about}>
        {time.dateTime(at)}
        {by && ` by ${by}`}
      </p>
      {cannot_undo ? (
        <p className={classes.about}>{cannot_undo}</p>
      ) : (
        <Can use={duplicates.undo}>
          <Button size="xs" variant="default" mt={4} loading={undo.isPending} onClick={() => void ask()}>
            Undo merge
          </Button>
        </Can>
      )}
    </li>
  );
}

/** A customer's likely duplicates; nothing when there are none. */
export function PossibleDuplicates({ customer_id }: { customer_id: number }) {
  const id = useId();
  const { data } = useCall(duplicates.ofCustomer, { params: { customer_id } });
  if (!data || data.pairs.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} className={classes.title}>
        Possible duplicates
      </Title>
      <LikelyPairs pairs={data.pairs} hide={customer_id} />
    </section>
  );
}
