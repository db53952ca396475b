import { Center, Stack, Text, Title } from "@mantine/core";
import { Logo } from "./Logo.tsx";

/** The start screen of a role that has no other screen. */
export function NothingYetScreen() {
  return (
    <Center mih="60vh" p="lg">
      <Stack align="center" gap="sm" maw={420} ta="center">
        <Logo size={48} />
        <Title order={1} fz="h3">
          Nothing here yet
        </Title>
        <Text c="dimmed">You're signed in, but there's no page for your role yet. Check back later.</Text>
      </Stack>
    </Center>
  );
}
