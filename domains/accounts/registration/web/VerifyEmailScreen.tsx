import { Alert, Button, Stack, Text, Title } from "@mantine/core";
import { Link, useParams } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { startPath, useScreens } from "#core/web/layout/screenDeclaration.ts";
import { useSession } from "#core/web/session/session.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { emailProof } from "../contract.ts";

/** Proves a business's email by the link in its mail. A button does it, because mail scanners open links, too. */
export function VerifyEmailScreen() {
  const { token = "" } = useParams();
  const person = useSession();
  const screens = useScreens();
  const confirm = useSend(emailProof.confirm, { quiet: true, invalidates: [accounts.profile] });
  const { data: answer, error } = confirm;

  return (
    <Stack gap="md">
      <div role="status">
        <Title order={1} fz={28} lh={1.2}>
          {answer ? "Email confirmed" : "Confirm your email"}
        </Title>
        <Text c="dimmed" mt={4}>
          {answer
            ? `${answer.data.email} is confirmed for ${answer.data.business_name}.`
            : "Confirm it to invite your team by text."}
        </Text>
      </div>
      {error && <Alert color="red" title={error.message} />}
      {answer || error?.status === 422 ? (
        <Button size="md" fullWidth component={Link} to={person ? startPath(person, screens) : "/login"}>
          {person ? "Go to Rooftop" : "Sign in"}
        </Button>
      ) : (
        <Button size="md" fullWidth loading={confirm.isPending} onClick={() => confirm.mutate({ body: { token } })}>
          Confirm email
        </Button>
      )}
    </Stack>
  );
}
