import { Anchor, Stack, Text, Title } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { Link, useNavigate } from "react-router";

const dashboard = "/dashboard";
const redirectAfterMs = 5_000;

/** Confirms the registration, then redirects to the dashboard. */
export function RegistrationDone() {
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    heading.current?.focus();
    const timer = setTimeout(() => navigate(dashboard), redirectAfterMs);
    return () => clearTimeout(timer);
  }, [navigate]);

  return (
    <Stack align="center" gap="sm" ta="center">
      <IconCircleCheck size={56} stroke={1.4} aria-hidden />
      <Title order={1} fz={28} lh={1.2} ref={heading} tabIndex={-1}>
        You're all set
      </Title>
      <Text role="status">You will be redirected to the dashboard in a few seconds.</Text>
      <Anchor component={Link} to={dashboard}>
        Go to the dashboard now
      </Anchor>
    </Stack>
  );
}
