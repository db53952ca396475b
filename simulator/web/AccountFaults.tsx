import { Button, Group, Stack, Text } from "@mantine/core";
import { FailureAlert } from "./FailureAlert.tsx";
import { usePost } from "./simulatorApi.ts";

interface AccountFault {
  readonly isOn: boolean;
  /** Says that it is on. */
  readonly note: string;
  /** The button's label, which begins or ends it. */
  readonly begin: string;
  readonly end: string;
  /** What turns it on or off. */
  readonly change: object;
}

interface Props {
  /** The account's path in the API. */
  path: string;
  account: { readonly is_revoked: boolean; readonly busy_answers: number };
  /** Whose account it is, where the choice doesn't say. */
  owner?: string;
  /** What else can go wrong there. */
  more?: readonly AccountFault[];
}

/** What goes wrong at an account's provider on purpose. */
export function AccountFaults({ path, account: { is_revoked, busy_answers }, owner = "", more = [] }: Props) {
  const change = usePost(path, () => {});
  const faults: readonly AccountFault[] = [
    {
      isOn: is_revoked,
      note: "Rooftop’s access is revoked.",
      begin: "Revoke access",
      end: "Restore access",
      change: { is_revoked: !is_revoked },
    },
    {
      isOn: busy_answers > 0,
      note: `The next ${busy_answers} requests get “busy”.`,
      begin: "Be busy three times",
      end: "No longer busy",
      change: { busy_answers: busy_answers > 0 ? 0 : 3 },
    },
    ...more,
  ];
  const notes = faults.filter(({ isOn }) => isOn).map(({ note }) => note);
  const about = [owner, notes.join(" ")].filter(Boolean).join(". ");
  return (
    <Stack gap="xs">
      {about && (
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      )}
      <Group gap="xs">
        {faults.map((fault) => (
          <Button key={fault.begin} variant="default" size="compact-md" onClick={() => change.mutate(fault.change)}>
            {fault.isOn ? fault.end : fault.begin}
          </Button>
        ))}
      </Group>
      <FailureAlert error={change.error} />
    </Stack>
  );
}
