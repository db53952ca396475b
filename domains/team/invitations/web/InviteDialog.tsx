import "@mantine/core/styles/SimpleGrid.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Text } from "@mantine/core";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useSession } from "#core/web/session/session.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import type { MemberType } from "#domains/team/contract.ts";
import { PersonFields, RoleFields, roleBody } from "#domains/team/person/web/PersonFields.tsx";
import { invitations } from "../contract.ts";
import { invitationDays, unprovedLimit } from "../rules.ts";

const empty = { first_name: "", last_name: "", email: "", phone: "", del_allowed: false };

/** Sends someone a link to join the team. */
export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const locationId = useSession()?.location_id;
  const needsEmailProof = useProfile().data?.needs_email_proof ?? false;
  const invite = useCallForm(invitations.send, {
    initialValues: { ...empty, user_type: "agent" as MemberType, location_ids: locationId ? [String(locationId)] : [] },
    toBody: roleBody,
    invalidates: [invitations.list],
    onSuccess: () => {
      invite.form.reset();
      onClose();
    },
  });
  return (
    <FormDialog opened={opened} onClose={onClose} title="Invite a team member" action="Send invitation" form={invite}>
      <Text size="sm">
        They get a link by email, text or both, and choose their own password. It expires in {invitationDays} days.
      </Text>
      {needsEmailProof && (
        <Text size="sm" c="dimmed">
          Until you confirm your email, you can invite by email only, up to {unprovedLimit} people a day.
        </Text>
      )}
      <PersonFields form={invite.form} needsEmail={false} />
      <RoleFields form={invite.form} />
    </FormDialog>
  );
}
