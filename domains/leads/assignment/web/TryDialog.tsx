import { Modal, NativeSelect, Stack, Text } from "@mantine/core";
import { type ChangeEvent, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { kindChoices } from "#domains/leads/web/leadChoices.ts";
import { SourceInput } from "#domains/leads/web/SourceInput.tsx";
import type { LeadKind, VehicleStatus } from "../../fields.ts";
import { type AssignmentRule, leadAssignment } from "../contract.ts";
import { assignmentTexts as texts, triedText } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  rules: readonly AssignmentRule[];
}

const vehicles = Object.entries(texts.vehicles).map(([value, label]) => ({ value, label }));

/** Shows who would get a lead now. */
export function TryDialog({ opened, onClose, rules }: Props) {
  const [kind, setKind] = useState<LeadKind>("sales");
  const [source, setSource] = useState("");
  const [vehicle_status, setVehicle] = useState<VehicleStatus>("");
  const { data, error, refetch } = useCall(
    leadAssignment.preview,
    { body: { kind, source, vehicle_status } },
    { enabled: opened, keepPrevious: true },
  );
  const sourceInput = {
    value: source,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => setSource(currentTarget.value),
  };
  const place = rules.findIndex(({ id }) => id === data?.rule_id) + 1;
  return (
    <Modal opened={opened} onClose={onClose} title={texts.tryIt}>
      <Stack gap="md">
        <Text c="dimmed">{texts.tryAbout}</Text>
        <NativeSelect
          label={texts.fields.kind}
          data={kindChoices}
          value={kind}
          data-autofocus
          onChange={({ currentTarget }) => setKind(currentTarget.value as LeadKind)}
        />
        <SourceInput {...sourceInput} />
        <NativeSelect
          label={texts.fields.vehicle}
          data={vehicles}
          value={vehicle_status}
          onChange={({ currentTarget }) => setVehicle(currentTarget.value as VehicleStatus)}
        />
        {error && !data && <LoadFailure failure={error} retry={refetch} />}
        <Text fw={550} role="status" mih="1.5rem" dir="auto">
          {data && triedText(data, place)}
        </Text>
      </Stack>
    </Modal>
  );
}
