import { NativeSelect, Text } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { type Member, team } from "../contract.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  member: Member;
}

const warning =
  "They're signed out right away and can't sign in. Their conversations and open tasks are assigned to you; texts they " +
  "scheduled still go out. You can bring them back with “Reactivate”.";

/** Asks before a member is deactivated, and who receives the customers of their appointments from then on. */
export function RemoveMemberDialog({ opened, onClose, member }: Props) {
  const { id, first_name, last_name } = member;
  const { data } = useCall(team.list, {}, { enabled: opened });
  const remove = useCallForm(team.remove, {
    params: { id },
    initialValues: { host_id: "" },
    toBody: ({ host_id }) => ({ is_active: 0 as const, host_id }),
    invalidates: [team.list, team.chat],
    onSuccess: onClose,
  });
  const others = (data?.teamMembers ?? []).filter((other) => other.is_active && other.id !== id);
  const successors = others.filter(({ user_type }) => user_type !== "dealer");
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${first_name} ${last_name}?`}
      action="Delete"
      danger
      form={remove}
    >
      <Text size="sm">{warning}</Text>
      <NativeSelect
        label="Reassign their appointments to"
        description="Appointments this person can't take will have no host."
        data={[
          { value: "", label: "Me" },
          ...successors.map((one) => ({ value: String(one.id), label: `${one.first_name} ${one.last_name}`.trim() })),
        ]}
        {...remove.form.getInputProps("host_id")}
      />
    </FormDialog>
  );
}
