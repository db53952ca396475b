import { Button, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { useSend } from "#core/web/call/useSend.ts";
import { Initials } from "#core/web/layout/Initials.tsx";
import { type KioskView, kiosk } from "../contract.ts";
import classes from "./KioskPeople.module.css";
import { kioskTexts as texts } from "./texts.ts";

interface Props {
  view: KioskView;
  device: string;
  onChoose: (person: KioskView["people"][number]) => void;
  onSignedOut: () => void;
}

/** Who stands at the kiosk. */
export function KioskPeople({ view, device, onChoose, onSignedOut }: Props) {
  const logout = useSend(kiosk.logout, { quiet: "success", onSuccess: onSignedOut });
  return (
    <Stack gap="md">
      <div>
        <Title order={1} fz={28} lh={1.2}>
          {texts.who}
        </Title>
        <Text c="dimmed" mt={4}>
          {texts.at(view.business, view.location)}
        </Text>
      </div>
      {view.people.length === 0 && <Text>{texts.nobody}</Text>}
      <ul className={classes.people}>
        {view.people.map((person) => (
          <li key={person.id}>
            <UnstyledButton className={classes.person} onClick={() => onChoose(person)}>
              <Initials initials={person.name_initials} seed={person.id} size={32} />
              <span>{person.name}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Button
        variant="subtle"
        color="gray"
        loading={logout.isPending}
        onClick={() => logout.mutate({ body: { device } })}
      >
        {texts.logout}
      </Button>
    </Stack>
  );
}
