import { Title } from "@mantine/core";
import { useId } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { duplicates } from "../contract.ts";
import { LikelyPairs } from "./LikelyPairs.tsx";
import classes from "./MergedCustomers.module.css";

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
