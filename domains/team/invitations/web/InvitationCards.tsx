import { Badge } from "@mantine/core";
import { IconMailForward, IconMailOff } from "@tabler/icons-react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { roleNames } from "#domains/team/contract.ts";
import { PersonCard } from "#domains/team/person/web/PersonCard.tsx";
import { type Invitation, invitations } from "../contract.ts";

/** The invitations that are not accepted yet. */
export function InvitationCards() {
  const { data } = useCall(invitations.list);
  return data?.invitations.map((invitation) => <InvitationCard key={invitation.id} invitation={invitation} />);
}

const refreshes = [invitations.list];

function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { id, first_name, last_name, user_type, state, sent_at, expires_at } = invitation;
  const time = useTime();
  const resend = useSend(invitations.resend, { invalidates: refreshes });
  const takeBack = useSend(invitations.takeBack, { invalidates: refreshes });
  const params = { invitation_id: id };
  const confirmTakeBack = async () => {
    const title = `Cancel the invitation for ${first_name} ${last_name}?`;
    const text = "The link we sent will stop working.";
    if (await confirm({ title, text, action: "Cancel invitation", danger: true })) takeBack.mutate({ params });
  };
  return (
    <PersonCard
      person={invitation}
      isInactive
      actions={[
        {
          needs: invitations.resend,
          label: "Resend",
          icon: IconMailForward,
          onClick: () => resend.mutate({ params }),
        },
        {
          needs: invitations.takeBack,
          label: "Cancel invitation",
          icon: IconMailOff,
          danger: true,
          onClick: () => void confirmTakeBack(),
        },
      ]}
      facts={{ Sent: time.dateTime(sent_at), [state === "open" ? "Expires" : "Expired"]: time.dateTime(expires_at) }}
      badges={
        <>
          <Badge variant="light" color="gray">
            {roleNames[user_type]}
          </Badge>
          <Badge variant="light" color={state === "open" ? "yellow" : "red"}>
            {state === "open" ? "Invited" : "Invitation expired"}
          </Badge>
        </>
      }
    />
  );
}
