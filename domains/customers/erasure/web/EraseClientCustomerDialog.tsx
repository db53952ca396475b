import type { ComponentProps } from "react";
import { platformErasure } from "../contract.ts";
import { EraseForm } from "./EraseForm.tsx";

interface Props extends Pick<ComponentProps<typeof EraseForm>, "opened" | "onClose" | "invalidates"> {
  customer: { readonly id: number; readonly customer_name: string; readonly client_id: number };
}

/** The operator erases a customer of a client, who asked them instead of the business. */
export function EraseClientCustomerDialog({ customer: { client_id, id, customer_name }, ...rest }: Props) {
  return <EraseForm {...rest} calls={platformErasure} params={{ client_id, id }} customer_name={customer_name} />;
}
