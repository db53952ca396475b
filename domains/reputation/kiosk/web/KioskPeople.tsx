import "@mantine/core/styles/Switch.layer.css";
import {
  Alert,
  Anchor,
  Button,
  Group,
  NativeSelect,
  PasswordInput,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
  UnstyledButton,
} from "@mantine/core";
import { useState } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { Initials } from "#core/web/layout/Initials.tsx";
import type { SendOutcome } from "#domains/reputation/invites/contract.ts";
import { type Language, languageNames } from "#domains/reputation/settings/fields.ts";
import { type KioskView, kiosk } from "../contract.ts";
import classes from "./KioskPeople.module.css";
import { kioskTexts as texts } from "./texts.ts";

interface Props {
  view: KioskView;
  device: string;
  onChoose: (person: KioskView["people"][number]) => void;
  onSignedOut: () => void;
}

/** Sign-in at the kiosk: choosing one's name. */
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

interface KioskPinProps {
  who: { readonly device: string; readonly member: string };
  name: string;
  onProved: (pin: string) => void;
  onBack: () => void;
}

/** Sign-in at the kiosk: the PIN. */
export function KioskPin({ who, name, onProved, onBack }: KioskPinProps) {
  const unlock = useCallForm(kiosk.unlock, {
    initialValues: { ...who, pin: "" },
    // Failures are shown above the fields.
    quiet: true,
    onSuccess: () => onProved(unlock.form.getValues().pin),
  });
  const { form, failure } = unlock;
  return (
    <form noValidate onSubmit={unlock.submit}>
      <Stack gap="md">
        <Title order={1} fz={28} lh={1.2}>
          {texts.pinOf(name)}
        </Title>
        {failure && !unlock.sending && failure.status !== 422 && <Alert color="red" title={failure.message} />}
        <PasswordInput
          label={texts.pin.label}
          size="md"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          autoFocus
          visibilityToggleButtonProps={{ "aria-label": texts.showPin, tabIndex: 0 }}
          {...form.getInputProps("pin")}
        />
        <Button type="submit" size="md" fullWidth loading={unlock.sending}>
          {texts.continue}
        </Button>
        <Button variant="default" size="md" onClick={onBack}>
          {texts.back}
        </Button>
      </Stack>
    </form>
  );
}

interface KioskInviteProps {
  who: { readonly device: string; readonly member: string; readonly pin: string };
  view: Pick<KioskView, "language" | "privacy_url" | "terms_url">;
  onDone: () => void;
}

interface KioskForm extends Record<string, unknown> {
  device: string;
  member: string;
  pin: string;
  name: string;
  contact: string;
  language: Language | "";
  consent: 0 | 1;
}

const empty = { name: "", contact: "", language: "", consent: 0 } as const;

/** Invites one customer, then shows the result. */
export function KioskInvite({ who, view, onDone }: KioskInviteProps) {
  const { language, privacy_url, terms_url } = view;
  const [outcome, setOutcome] = useState<SendOutcome>();
  const onSuccess = ({ data }: { data: SendOutcome }) => setOutcome(data);
  const initialValues: KioskForm = { ...who, ...empty };
  const send = useCallForm(kiosk.invite, { initialValues, quiet: true, onSuccess });
  const insist = useSend(kiosk.invite, { quiet: "success", onSuccess });
  const { form, failure } = send;
  const again = () => {
    form.reset();
    setOutcome(undefined);
  };
  if (outcome?.outcome === "cooldown") {
    const sendAnyway = () => insist.mutate({ body: { ...form.values, anyway: 1 } });
    return (
      <Stack gap="md">
        <Title order={1} fz={28} lh={1.2}>
          {texts.recently}
        </Title>
        <Text role="status">{texts.ago(outcome.invited)}</Text>
        <Button size="md" onClick={sendAnyway} loading={insist.isPending}>
          {texts.anyway}
        </Button>
        <Button variant="default" size="md" onClick={() => setOutcome(undefined)}>
          {texts.back}
        </Button>
      </Stack>
    );
  }
  if (outcome) {
    const { name } = form.values;
    return (
      <Stack gap="md">
        <Title order={1} fz={28} lh={1.2}>
          {texts[outcome.outcome]}
        </Title>
        <Text role="status">{texts[`${outcome.outcome}To`](name)}</Text>
        <Button size="md" onClick={onDone} autoFocus>
          {texts.done}
        </Button>
        <Button variant="default" size="md" onClick={again}>
          {texts.again}
        </Button>
      </Stack>
    );
  }
  return (
    <form noValidate onSubmit={send.submit}>
      <Stack gap="md">
        <Title order={1} fz={28} lh={1.2}>
          {texts.invite}
        </Title>
        {failure && !send.sending && failure.status !== 422 && <Alert color="red" title={failure.message} />}
        <TextInput label={texts.name} size="md" autoComplete="off" autoFocus {...form.getInputProps("name")} />
        <TextInput label={texts.contact} size="md" autoComplete="off" {...form.getInputProps("contact")} />
        <NativeSelect
          label={texts.language}
          size="md"
          data={[
            { value: "", label: texts.automatic(languageNames[language]) },
            ...Object.entries(languageNames).map(([value, label]) => ({ value, label })),
          ]}
          {...form.getInputProps("language")}
        />
        <Switch
          label={texts.consent}
          checked={form.values.consent === 1}
          onChange={({ currentTarget }) => form.setFieldValue("consent", currentTarget.checked ? 1 : 0)}
        />
        <Group gap="md">
          {[
            [texts.privacy, privacy_url],
            [texts.terms, terms_url],
          ].map(([label, address]) => (
            <Anchor key={label} href={address} target="_blank" rel="noopener" fz="sm" c="dimmed">
              {label}
            </Anchor>
          ))}
        </Group>
        <Button type="submit" size="md" fullWidth loading={send.sending}>
          {texts.invite}
        </Button>
        <Button variant="default" size="md" onClick={onDone}>
          {texts.back}
        </Button>
      </Stack>
    </form>
  );
}
