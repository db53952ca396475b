import { Text } from "@mantine/core";
import { useNavigate } from "react-router";
import { api } from "#core/web/call/api.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { newId } from "#core/web/newId.ts";
import { useSession } from "#core/web/session/session.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { customers } from "#domains/customers/contract.ts";
import { emptyCustomer } from "#domains/customers/fields.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { firstRun } from "../contract.ts";
import { firstRunTexts as texts } from "./texts.ts";

/** Texts the owner's own phone, and opens the conversation. */
export function TestTextDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const person = useSession();
  const profile = useProfile().data;
  const navigate = useNavigate();
  const send = useSend(inbox.sendToCustomer, {
    invalidates: [inbox.chats, customers.table, firstRun.steps],
    onSuccess: ({ data }) => {
      onClose();
      navigate(`/inbox/all/${data.chat_id}`);
    },
  });
  const textTo = (customer_id: number) => {
    const message = texts.test.message(person?.location ?? "");
    send.mutate({ body: { customer_id, message, client_id: newId() } });
  };
  const add = useCallForm(customers.add, {
    initialValues: {
      ...emptyCustomer,
      first_name: profile?.first_name ?? "",
      last_name: profile?.last_name ?? "",
      email: profile?.email ?? "",
      address: person?.location_address || (person?.location ?? ""),
      phone: profile?.phone ?? "",
    },
    quiet: true,
    onSuccess: ({ data }) => textTo(data.id),
    // The phone may belong to an existing customer, who then gets the text.
    onFailure: async ({ fields, message }, { body }) => {
      if (!fields.phone) return toast.error(message);
      const { phone } = body as { phone: string };
      const found = await api(customers.search, { body: { search_param: phone.replace(/\D/g, "") } }).catch(
        () => undefined,
      );
      const [known] = found?.data.allCustomers ?? [];
      if (known) textTo(known.id);
    },
  });
  const form = { ...add, sending: add.sending || send.isPending };
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.test.title} action={texts.test.action} form={form}>
      <PhoneInput label={texts.test.phone} withAsterisk {...add.form.getInputProps("phone")} />
      <Text size="sm" c="dimmed">
        {texts.test.about}
      </Text>
    </FormDialog>
  );
}
