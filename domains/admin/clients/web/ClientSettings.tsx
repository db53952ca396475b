import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import {
  Button,
  Group,
  MultiSelect,
  NativeSelect,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { countryName, type OtherCountry, otherCountries } from "#core/areaCodes.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { numberShop, type ShopTerms } from "#domains/admin/numberShop/contract.ts";
import { type AllowedCountries, type ClientCallSettings, clientCalls, countries } from "../contract.ts";

const yesOrNo = [
  { value: "1", label: "Yes" },
  { value: "0", label: "No" },
];

/** Whether calls to a client's locations are mailed and recorded. */
export function ClientCalls({ clientId }: { clientId: number }) {
  const { data } = useCall(clientCalls.settings, { params: { id: clientId } });
  if (data?.length === 0) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-label="Calls">
      <Title order={2} fz="lg">
        Calls
      </Title>
      {data ? (
        data.map((one) => <LocationForm key={one.location_id} clientId={clientId} settings={one} />)
      ) : (
        <Skeleton height={90} mt="md" />
      )}
    </Paper>
  );
}

function LocationForm({ clientId, settings }: { clientId: number; settings: ClientCallSettings }) {
  const { location, location_id, crm_email } = settings;
  const change = useCallForm(clientCalls.change, {
    params: { id: clientId, location_id },
    initialValues: { send_email: String(settings.send_email), recording_consent: String(settings.recording_consent) },
    invalidates: [clientCalls.settings],
  });
  const { getInputProps, isDirty } = change.form;
  useUnsavedChanges(isDirty);
  return (
    <form noValidate onSubmit={change.submit} aria-label={location}>
      <Text fw={600} mt="md" mb="xs">
        {location}
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <NativeSelect
          label="Send Email"
          description={crm_email ? `Calls are emailed to ${crm_email}` : "This location has no email for its CRM yet"}
          data={yesOrNo}
          {...getInputProps("send_email")}
        />
        <NativeSelect
          label="Recording Consent"
          description="Both parties hear a notice before recording starts"
          data={yesOrNo}
          {...getInputProps("recording_consent")}
        />
      </SimpleGrid>
      <Group justify="flex-end" mt="md">
        <Button type="submit" variant="default" loading={change.sending} aria-label={`Save calls of ${location}`}>
          Save
        </Button>
      </Group>
    </form>
  );
}

/** The countries whose phones a client may text and call besides the US. */
export function ClientCountries({ clientId }: { clientId: number }) {
  const { data } = useCall(countries.allowed, { params: { id: clientId } });
  return (
    <Paper withBorder p="lg" component="section" aria-label="International texts and calls">
      <Title order={2} fz="lg" mb="md">
        International texts and calls
      </Title>
      {data ? <CountriesForm clientId={clientId} allowed={data} /> : <Skeleton height={90} />}
    </Paper>
  );
}

const caribbean = otherCountries
  .filter((country) => country !== "CA")
  .map((country) => ({ value: country, label: countryName(country) }));

function CountriesForm({ clientId, allowed }: { clientId: number; allowed: AllowedCountries }) {
  const change = useCallForm(countries.allow, {
    params: { id: clientId },
    initialValues: { countries: allowed.countries },
    invalidates: [countries.allowed],
  });
  const { errors, setFieldValue, values, isDirty } = change.form;
  useUnsavedChanges(isDirty);
  const chosen = values.countries as OtherCountry[];
  const others = chosen.filter((country) => country !== "CA");
  const choose = (allowsCanada: boolean, rest: readonly string[]) =>
    setFieldValue("countries", [...(allowsCanada ? ["CA"] : []), ...rest] as OtherCountry[]);
  return (
    <form noValidate onSubmit={change.submit}>
      <Stack gap="md">
        <Switch
          label="Allow texts and calls to Canada"
          checked={chosen.includes("CA")}
          onChange={({ currentTarget: { checked } }) => choose(checked, others)}
        />
        <MultiSelect
          label="Other countries"
          description="The US and its territories are always allowed"
          data={caribbean}
          value={others}
          error={errors.countries}
          onChange={(rest) => choose(chosen.includes("CA"), rest)}
        />
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button type="submit" variant="default" loading={change.sending}>
          Save countries
        </Button>
      </Group>
    </form>
  );
}

/** Whether a client buys its tracking numbers itself, and how many. */
export function ClientShop({ clientId }: { clientId: number }) {
  const { data } = useCall(numberShop.clientTerms, { params: { id: clientId } });
  return (
    <Paper withBorder p="lg" component="section" aria-label="Tracking numbers">
      <Title order={2} fz="lg" mb="md">
        Tracking numbers
      </Title>
      {data ? <TermsForm clientId={clientId} terms={data} /> : <Skeleton height={90} />}
    </Paper>
  );
}

function TermsForm({ clientId, terms }: { clientId: number; terms: ShopTerms }) {
  const change = useCallForm(numberShop.changeTerms, {
    params: { id: clientId },
    initialValues: { may_buy: String(terms.may_buy), monthly_limit: String(terms.monthly_limit) },
    invalidates: [numberShop.clientTerms],
  });
  const { getInputProps, isDirty } = change.form;
  useUnsavedChanges(isDirty);
  return (
    <form noValidate onSubmit={change.submit}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <NativeSelect
          label="Can buy its own numbers"
          description="If not, it requests them and you buy them here"
          data={[
            { value: "0", label: "No" },
            { value: "1", label: "Yes" },
          ]}
          {...getInputProps("may_buy")}
        />
        <TextInput
          label="Numbers in 30 days"
          description="The most it can buy on its own"
          inputMode="numeric"
          {...getInputProps("monthly_limit")}
        />
      </SimpleGrid>
      <Group justify="flex-end" mt="md">
        <Button type="submit" variant="default" loading={change.sending}>
          Save tracking numbers
        </Button>
      </Group>
    </form>
  );
}
