import { Text, Textarea } from "@mantine/core";
import { useNavigate } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { counterText, cutToLimit } from "#core/smsCounter.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { newId } from "#core/web/newId.ts";
import { customers, type FoundCustomer } from "#domains/customers/contract.ts";
import { CustomerPicker } from "#domains/customers/web/public.tsx";
import { inbox } from "../contract.ts";

/** The tags of a customer's conversation, added and removed in place. */
export const TagsOfChat = lazyNamed(() => import("#domains/inbox/panel/web/TagsOfChat.tsx"), "TagsOfChat");

interface Props {
  opened: boolean;
  onClose: () => void;
  /** The recipient; without it, the dialog has a picker. */
  customer?: Pick<FoundCustomer, "id" | "customer_name" | "phone"> | undefined;
}

/** A new `client_id` on each opening makes a retry after a lost response idempotent. */
function empty(customer_id: number | null) {
  return { customer_id, message: "", client_id: newId() };
}

/** Texts a customer, then opens the chat. */
export function SendSmsDialog({ opened, onClose, customer }: Props) {
  const navigate = useNavigate();
  const customer_id = customer?.id ?? null;
  const send = useCallForm(inbox.sendToCustomer, {
    initialValues: empty(customer_id),
    invalidates: [inbox.chats, customers.table],
    onSuccess: ({ data }) => {
      onClose();
      navigate(`/inbox/all/${data.chat_id}`);
    },
  });
  const { form } = send;

  useFilledForm(form, opened, () => empty(customer_id), { follows: false });

  return (
    <FormDialog opened={opened} onClose={onClose} title="Send SMS" action="Send" form={send}>
      {customer ? (
        <Text size="sm">
          To <b>{customer.customer_name}</b>, {formatPhone(customer.phone)}
        </Text>
      ) : (
        <CustomerPicker withAsterisk data-autofocus {...form.getInputProps("customer_id")} />
      )}
      <Textarea
        label="Message"
        withAsterisk
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus={customer ? true : undefined}
        description={counterText(form.values.message)}
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...form.getInputProps("message")}
        onChange={(event) => form.setFieldValue("message", cutToLimit(event.currentTarget.value))}
      />
    </FormDialog>
  );
}
