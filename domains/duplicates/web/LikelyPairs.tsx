import { Anchor, Badge, Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { ConsentStatus } from "#domains/customers/consent/web/public.tsx";
import { listedFields } from "#domains/customers/fields.ts";
import { type ComparedCustomer, duplicates, type LikelyPair } from "../contract.ts";
import { reasonTexts } from "../rules.ts";
import classes from "./LikelyPairs.module.css";

const MergeDialog = lazyDialog(() => import("./MergeDialog.tsx"), "MergeDialog");

interface Props {
  pairs: readonly LikelyPair[];
  /** A customer to hide because the page already shows them. */
  hide?: number;
}

/** Likely duplicate pairs with their reasons and actions. */
export function LikelyPairs({ pairs, hide }: Props) {
  const [merging, setMerging] = useState(false);
  // Kept while the dialog closes, so that its content doesn't change during the transition.
  const [pair, setPair] = useState<LikelyPair>();
  const apart = useSend(duplicates.apart, { invalidates: [duplicates.all, duplicates.ofCustomer] });
  const merge = (chosen: LikelyPair) => {
    setPair(chosen);
    setMerging(true);
  };
  return (
    <>
      <ul className={classes.pairs}>
        {pairs.map((likely) => {
          const { one, other, reasons } = likely;
          const names = `${one.customer_name} and ${other.customer_name}`;
          const shown = [one, other].filter(({ id }) => id !== hide);
          return (
            <li key={`${one.id} ${other.id}`} className={classes.pair}>
              <div className={classes.people}>
                {shown.map((person) => (
                  <ComparedPerson key={person.id} person={person} />
                ))}
              </div>
              <div className={classes.foot}>
                <div className={classes.reasons}>
                  {reasons.map((reason) => (
                    <Badge key={reason} className={classes.reason}>
                      {reasonTexts[reason]}
                    </Badge>
                  ))}
                </div>
                <Can use={duplicates.merge}>
                  <Button
                    size="xs"
                    variant={hide === undefined ? "filled" : "default"}
                    aria-label={`Merge ${names}`}
                    onClick={() => merge(likely)}
                  >
                    Merge
                  </Button>
                </Can>
                <Can use={duplicates.apart}>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Not the same: ${names}`}
                    disabled={apart.isPending}
                    onClick={() => apart.mutate({ body: { customer_id: one.id, other_id: other.id } })}
                  >
                    Not the same
                  </Button>
                </Can>
              </div>
            </li>
          );
        })}
      </ul>
      {pair && <MergeDialog opened={merging} onClose={() => setMerging(false)} pair={pair} />}
    </>
  );
}

/** One customer of a pair, with the fields that tell them apart. */
function ComparedPerson({ person }: { person: ComparedCustomer }) {
  const { id, customer_name, phone, consent_state } = person;
  const messages = person.messages_received + person.messages_sent;
  return (
    <div className={classes.person}>
      <p className={classes.name}>
        <Anchor component={Link} to={`/customer/${id}`} inherit>
          {customer_name}
        </Anchor>
        <ConsentStatus state={consent_state} />
      </p>
      <p>{formatPhone(phone)}</p>
      {listedFields.map((field) => person[field] && <p key={field}>{person[field]}</p>)}
      {messages > 0 && <p className={classes.count}>{messages === 1 ? "1 message" : `${messages} messages`}</p>}
    </div>
  );
}
