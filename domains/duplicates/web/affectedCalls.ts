import { appointments } from "#domains/appointments/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { duplicates } from "../contract.ts";

/** Calls whose data changes with a merge or its undo. */
export const affectedCalls = [
  duplicates.all,
  duplicates.ofCustomer,
  duplicates.merges,
  duplicates.plan,
  customers.table,
  customers.search,
  customers.details,
  lists.search,
  lists.table,
  appointments.table,
  inbox.messages,
];
