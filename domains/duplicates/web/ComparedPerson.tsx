import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { ConsentStatus } from "#domains/customers/consent/web/public.tsx";
import { listedFields } from "#domains/customers/fields.ts";
import type { ComparedCustomer } from "../contract.ts";
import classes from "./ComparedPerson.module.css";

/** One customer of a pair, with the fields that tell them apart. */
export function ComparedPerson({ person }: { person: ComparedCustomer }) {
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
