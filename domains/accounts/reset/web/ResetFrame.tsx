import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** The frame of the reset screens. Their URLs hold a ticket, so no referrer is sent. */
export function ResetFrame({ title, about, children }: { title: string; about: ReactNode; children: ReactNode }) {
  return (
    <Stack gap="md">
      <NoReferrer />
      <div>
        <Title order={1} fz={28} lh={1.2}>
          {title}
        </Title>
        <Text c="dimmed" mt={4}>
          {about}
        </Text>
      </div>
      {children}
    </Stack>
  );
}

/** Covers client-side navigation; on a page load the server sends the header. */
export function NoReferrer() {
  return <meta name="referrer" content="no-referrer" />;
}

/** The reset request that this tab stores until the new password is set. */
export interface ResetRequest {
  /** The ticket. */
  readonly id: string;
  readonly email: string;
}

const key = "forgot_password";

export function storeResetRequest({ id, email }: ResetRequest): void {
  sessionStorage.setItem(key, JSON.stringify({ id, email }));
}

export function readResetRequest(): ResetRequest | undefined {
  const stored = sessionStorage.getItem(key);
  return stored === null ? undefined : (JSON.parse(stored) as ResetRequest);
}
