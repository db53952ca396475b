import { customers } from "#domains/customers/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { customerErasure } from "../contract.ts";
import { EraseForm } from "./EraseForm.tsx";

interface Props {
  opened: boolean;
  onClose: () => void;
  customer: { readonly id: number; readonly customer_name: string };
  onErased: () => void;
}

const refreshes = [customers.table, customers.search, customers.details, lists.search, lists.table];

/** Erases a person who asked for it, after downloading what is known about them. */
export function EraseCustomerDialog({ customer: { id, customer_name }, ...rest }: Props) {
  return (
    <EraseForm
      {...rest}
      calls={customerErasure}
      params={{ id }}
      customer_name={customer_name}
      invalidates={refreshes}
    />
  );
}
