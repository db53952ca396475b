import "@mantine/core/styles/Alert.layer.css";
import { Alert, Button, Fieldset, Group, Skeleton, Stack, TextInput } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { formatPhone, toE164 } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { type Network, networks, type PublicContacts, publicSite } from "../contract.ts";
import { publicSiteTexts as texts } from "./texts.ts";

/** How the public site says the platform can be reached. */
export function PublicSiteScreen() {
  const { data, error } = useCall(publicSite.contacts);
  return (
    <Screen
      title={texts.title}
      about={texts.about}
      actions={
        <Button component="a" href="/" variant="default" leftSection={<IconExternalLink size={16} aria-hidden />}>
          {texts.view}
        </Button>
      }
    >
      {error && !data && <Alert color="red" title={error.message} />}
      {!data && !error && <Skeleton h="24rem" maw="40rem" role="status" aria-label="Loading" />}
      {data && <ContactsForm contacts={data} />}
    </Screen>
  );
}

function ContactsForm({ contacts }: { contacts: PublicContacts }) {
  const phone = toE164(contacts.phone);
  const change = useCallForm(publicSite.changeContacts, {
    initialValues: { ...contacts, phone: phone ? formatPhone(phone) : contacts.phone },
    invalidates: [publicSite.contacts],
  });
  const { form, submit, sending } = change;
  useUnsavedChanges(form.isDirty);
  return (
    <form noValidate onSubmit={submit}>
      <Stack maw="40rem">
        <Fieldset legend={texts.contact}>
          <Stack gap="sm">
            <TextInput label={texts.phone} type="tel" placeholder="(212) 555-0123" {...form.getInputProps("phone")} />
            <TextInput label={texts.email} type="email" {...form.getInputProps("email")} />
          </Stack>
        </Fieldset>
        <Fieldset legend={texts.follow}>
          <Stack gap="sm">
            {(Object.keys(networks) as Network[]).map((network) => (
              <TextInput
                key={network}
                label={networks[network].label}
                type="url"
                placeholder={`https://${networks[network].hosts[0]}/…`}
                {...form.getInputProps(network)}
              />
            ))}
          </Stack>
        </Fieldset>
        <Group justify="flex-end">
          <Button type="submit" loading={sending}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
