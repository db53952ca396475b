import "@mantine/core/styles/Table.layer.css";
import { Table, Text } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { supportAccess } from "../contract.ts";

/** The platform's accesses to the business's account. */
export function SupportAccessLog() {
  const time = useTime();
  const { data, error } = useCall(supportAccess.ofBusiness);
  if (error) return <Text size="sm">{error.message}</Text>;
  if (data?.visits.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Rooftop staff haven't accessed your account.
      </Text>
    );
  }
  return (
    // Wider than a phone's screen: focusable, so that the keyboard can scroll it.
    <Table.ScrollContainer
      minWidth={460}
      type="native"
      tabIndex={0}
      role="region"
      aria-label="Account access, newest first"
    >
      <Table aria-label="When Rooftop staff accessed your account">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Who</Table.Th>
            <Table.Th>From</Table.Th>
            <Table.Th>Until</Table.Th>
            <Table.Th>Location</Table.Th>
            <Table.Th>Reason</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data?.visits.map((visit) => (
            <Table.Tr key={visit.id}>
              <Table.Td>{visit.visitor}</Table.Td>
              <Table.Td>{time.dateTime(visit.started_at)}</Table.Td>
              <Table.Td>{time.dateTime(visit.ended_at ?? visit.expires_at)}</Table.Td>
              <Table.Td>{visit.location}</Table.Td>
              <Table.Td>{visit.reason}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
