import { Button, Group, Paper, Skeleton, Title } from "@mantine/core";
import { Link } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { StatusBadge, StatusWord } from "#core/web/status/StatusBadge.tsx";
import { statusOf } from "../../rules.ts";
import { headLooks } from "../../web/StatusCard.tsx";
import { badgeTexts } from "../../web/texts.ts";
import { type ClientRegistrationState, clientRegistrationStates, clientRegistrations } from "../contract.ts";
import { clientLooks } from "./stateLooks.ts";
import { clientRegistrationTexts, operatorRegistrationTexts as texts } from "./texts.ts";

/** Where a client's registration stands, with the way to it. */
export function ClientRegistrationCard({ clientId }: { clientId: number }) {
  const { data } = useCall(clientRegistrations.one, { params: { id: clientId } });
  const status = data && statusOf(data.overview.registrations, data.overview.numbers);
  const { tone, badge } = headLooks[status?.head ?? "not_started"];
  return (
    <Paper withBorder p="lg" component="section" aria-label={texts.card}>
      <Title order={2} fz="lg" mb="md">
        {texts.card}
      </Title>
      {data && status ? (
        <Group justify="space-between">
          <StatusBadge tone={tone} icon={badge}>
            {badgeTexts[status.head]}
          </StatusBadge>
          <Button variant="default" component={Link} to={`/admin/registrations/clients/${clientId}`}>
            {texts.open}
          </Button>
        </Group>
      ) : (
        <Skeleton height={36} />
      )}
    </Paper>
  );
}

/** How far a client's registration is, in the list of clients. */
export function RegistrationCell({ registration }: { registration: ClientRegistrationState }) {
  if (registration === "") return clientRegistrationTexts[""];
  return <StatusWord {...clientLooks[registration]}>{clientRegistrationTexts[registration]}</StatusWord>;
}

interface FilterProps {
  value: string;
  onChange: (value: string) => void;
}

/** Narrows the list of clients. */
export function RegistrationFilter({ value, onChange }: FilterProps) {
  const options = clientRegistrationStates.map((state) => ({ value: state, label: clientRegistrationTexts[state] }));
  return (
    <FilterChip
      label={texts.filter}
      value={value}
      options={[{ value: "", label: texts.any }, ...options]}
      onChange={onChange}
    />
  );
}
