import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Button, Group, MultiSelect, Paper, Skeleton, Stack, Switch, Title } from "@mantine/core";
import { countryName, type OtherCountry, otherCountries } from "#core/areaCodes.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { type AllowedCountries, countries } from "../../countries/contract.ts";

/** The countries whose phones a client may text and call besides the US. */
export function ClientCountries({ clientId }: { clientId: number }) {
  const { data } = useCall(countries.allowed, { params: { id: clientId } });
  return (
    <Paper withBorder p="lg" component="section" aria-label="Texts and calls abroad">
      <Title order={2} fz="lg" mb="md">
        Texts and calls abroad
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
