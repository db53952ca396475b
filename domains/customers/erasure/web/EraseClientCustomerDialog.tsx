import { type SendOptions, useSend } from "#core/web/call/useSend.ts";
import { followDownload } from "#core/web/download.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { platformErasure } from "../contract.ts";
import { EraseForm, emptyErasure, erasureErrors } from "./EraseForm.tsx";

interface Props {
  opened: boolean;
  onClose: () => void;
  customer: { readonly id: number; readonly customer_name: string; readonly client_id: number };
  /** The operator's calls that show the customer. */
  invalidates: SendOptions<typeof platformErasure.erase>["invalidates"];
}

/** The operator erases a customer of a client, who asked them instead of the business. */
export function EraseClientCustomerDialog({ opened, onClose, customer, invalidates }: Props) {
  const params = { client_id: customer.client_id, id: customer.id };
  const erase = useCallForm(platformErasure.erase, {
    params,
    initialValues: emptyErasure,
    extraErrors: erasureErrors,
    invalidates,
    onSuccess: () => {
      erase.form.reset();
      onClose();
    },
  });
  const download = useSend(platformErasure.everything, {
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
