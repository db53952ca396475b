import { Alert, Anchor, Button, Loader, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { Link, useLocation, useNavigate } from "react-router";
import { confirmPasswordErrors, passwordHint } from "#core/passwords.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { session } from "#core/web/session/session.ts";
import { useContinueSignIn } from "#domains/accounts/web/public.tsx";
import { roleNames } from "#domains/team/contract.ts";
import { type InvitationPreview, invitations } from "../contract.ts";
import { invitationEndedText, tokenFromFragment } from "../rules.ts";

/** Accepts an invitation with a new password. The token is in the URL's fragment. */
export function InvitationScreen() {
  const token = tokenFromFragment(useLocation().hash);
  const invitation = useCall(invitations.look, { body: { token } }, { enabled: token !== "", staleTime: Infinity });
  if (invitation.data) return <JoinForm key={token} token={token} welcome={invitation.data} />;
  if (token !== "" && invitation.isPending) {
    return (
      <Stack gap="md">
        <Title order={1} fz={28} lh={1.2}>
          Join the team
        </Title>
        <Loader role="status" aria-label="Loading the invitation" />
      </Stack>
    );
  }
  const hasEnded = !invitation.error || invitation.error.status === 422;
  return (
    <Stack gap="md">
      <Title order={1} fz={28} lh={1.2}>
        Join the team
      </Title>
      <Alert color="red" title={hasEnded ? invitationEndedText : invitation.error?.message} />
      {!hasEnded && (
        <Button size="md" variant="default" onClick={() => invitation.refetch()}>
          Try again
        </Button>
      )}
      <Anchor component={Link} to="/login" size="sm" ta="center">
        Go to Login
      </Anchor>
    </Stack>
  );
}

function JoinForm({ token, welcome }: { token: string; welcome: InvitationPreview }) {
  const { business_name, invited_by, first_name, last_name, email, user_type, locations } = welcome;
  const navigate = useNavigate();
  const proceed = useContinueSignIn();
  const join = useCallForm(invitations.accept, {
    initialValues: { token, first_name, last_name, email, password: "", confirm_password: "" },
    toBody: ({ confirm_password: _, ...body }) => body,
    extraErrors: confirmPasswordErrors,
    onSuccess: ({ data }) => {
      proceed(data);
      // Leads to the person's start, which is known once the list of all screens has loaded.
      if (session.current()) navigate("/dashboard", { replace: true });
    },
  });
  const { getInputProps } = join.form;
  const reveal = (field: string) => ({ "aria-label": `Show ${field}`, tabIndex: 0 });
  return (
    <form method="post" noValidate onSubmit={join.submit}>
      <Stack gap="md">
        <div>
          <Title order={1} fz={28} lh={1.2}>
            Join {business_name}
          </Title>
          <Text c="dimmed" mt={4}>
            {invited_by} invited you to {locations.join(", ")} as {roleNames[user_type].toLowerCase()}. Choose a
            password to join.
          </Text>
        </div>
        {join.failure?.fields.token && <Alert color="red" title={join.failure.fields.token} />}
        <TextInput label="First name" size="md" autoComplete="given-name" {...getInputProps("first_name")} />
        <TextInput label="Last name" size="md" autoComplete="family-name" {...getInputProps("last_name")} />
        <TextInput
          label="Email"
          description={"You'll use it to sign in."}
          type="email"
          size="md"
          autoComplete="username"
          readOnly={email !== ""}
          {...getInputProps("email")}
        />
        <PasswordInput
          label="Password"
          description={passwordHint}
          size="md"
          autoComplete="new-password"
          visibilityToggleButtonProps={reveal("password")}
          {...getInputProps("password")}
        />
        <PasswordInput
          label="Confirm password"
          size="md"
          autoComplete="new-password"
          visibilityToggleButtonProps={reveal("confirmed password")}
          {...getInputProps("confirm_password")}
        />
        <Button type="submit" size="md" fullWidth loading={join.sending}>
          Join
        </Button>
      </Stack>
    </form>
  );
}
