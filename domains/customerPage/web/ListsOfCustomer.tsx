import { ActionIcon, Anchor, Button } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { type CustomerDetails, customers } from "#domains/customers/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import classes from "./ListsOfCustomer.module.css";

const AddToListDialog = lazyDialog(() => import("#domains/customers/web/public.tsx"), "AddToListDialog");

/** A customer's lists, with actions to join and leave. */
export function ListsOfCustomer({ customer }: { customer: CustomerDetails }) {
  const [isAdding, setIsAdding] = useState(false);
  const cache = useQueryClient();
  const canChange = useCan(lists.addCustomers);
  const leave = useSend(lists.removeCustomers, {
    invalidates: [customers.details, customers.table, lists.search, lists.table],
  });
  return (
    <>
      {customer.lists.length === 0 && <p className={classes.none}>In no list.</p>}
      <ul className={classes.lists}>
        {customer.lists.map(({ id, title }) => (
          <li key={id} className={classes.list}>
            <Anchor component={Link} to={`/customers/${id}`} size="sm">
              {title}
            </Anchor>
            {canChange && (
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={`Remove from ${title}`}
                disabled={leave.isPending}
                onClick={() => leave.mutate({ params: { id }, body: { customer_ids: [customer.id] } })}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {canChange && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setIsAdding(true)}
        >
          Add to a list
        </Button>
      )}
      <AddToListDialog
        opened={isAdding}
        onClose={() => setIsAdding(false)}
        customer_ids={[customer.id]}
        onDone={() => void cache.invalidateQueries({ queryKey: [customers.details.name] })}
      />
    </>
  );
}
