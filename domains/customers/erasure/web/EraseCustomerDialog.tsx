import { useSend } from "#core/web/call/useSend.ts";
import { followDownload } from "#core/web/download.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { customers } from "#domains/customers/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { customerErasure } from "../contract.ts";
import { EraseForm, emptyErasure, erasureErrors } from "./EraseForm.tsx";

interface Props {
  opened: boolean;
  onClose: () => void;
  customer: { readonly id: number; readonly customer_name: string };
  onErased: () => void;
}

/** Erases a person who asked for it, after downloading what is known about them. */
export function EraseCustomerDialog({ opened, onClose, customer, onErased }: Props) {
  const params = { id: customer.id };
  const erase = useCallForm(customerErasure.erase, {
    params,
    initialValues: emptyErasure,
    extraErrors: erasureErrors,
    invalidates: [customers.table, customers.search, customers.details, lists.search, lists.table],
    onSuccess: () => {
      erase.form.reset();
      onClose();
      onErased();
    },
  });
  const download = useSend(customerErasure.everything, {
    quiet: "success",
    onSuccess: ({ data }) => followDownload(data.url),
  });
  return (
    <EraseForm
      opened={opened}
      onClose={onClose}
      customer_name={customer.customer_name}
      form={erase}
      onDownload={() => download.mutate({ params })}
      isDownloading={download.isPending}
    />
  );
}
