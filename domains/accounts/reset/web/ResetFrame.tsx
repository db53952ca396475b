import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** The frame of the reset screens. Their addresses hold a ticket, so nobody is told where a reader came from. */
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

/** For whoever came here without loading the page anew; whoever did has it from the server. */
export function NoReferrer() {
  return <meta name="referrer" content="no-referrer" />;
}
