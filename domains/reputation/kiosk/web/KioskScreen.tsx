import { Alert, Button, Loader, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { type KioskView, kiosk } from "../contract.ts";
import { KioskInvite, KioskPeople, KioskPin } from "./KioskPeople.tsx";
import { kioskTexts as texts } from "./texts.ts";

const key = "kiosk_device";
const idleMs = 60_000;

/** A shared tablet on which staff choose their name and invite a customer. It resets after a minute without a touch. */
export function KioskScreen() {
  const [device, setDevice] = useState(() => localStorage.getItem(key) ?? "");
  const [person, setPerson] = useState<KioskView["people"][number]>();
  const [pin, setPin] = useState("");
  const { data, error, refetch } = useCall(kiosk.view, { body: { device } }, { enabled: device !== "" });
  const reset = () => {
    setPerson(undefined);
    setPin("");
  };
  useIdle(idleMs, () => {
    reset();
    // Someone may have set a PIN meanwhile.
    if (device !== "") void refetch();
  });
  const keep = (token: string) => {
    reset();
    setDevice(token);
    if (token === "") localStorage.removeItem(key);
    else localStorage.setItem(key, token);
  };

  const isSignedOut = error?.status === 401;
  if (device === "" || isSignedOut)
    return <KioskLogin onDevice={keep} notice={isSignedOut ? error.message : undefined} />;
  if (error && !data) return <Alert color="red" title={error.message} />;
  if (!data) return <Loader aria-label="Loading" />;
  if (!person) return <KioskPeople view={data} device={device} onChoose={setPerson} onSignedOut={() => keep("")} />;
  const who = { device, member: String(person.id) };
  if (pin === "") return <KioskPin who={who} name={person.name} onProved={setPin} onBack={reset} />;
  return <KioskInvite who={{ ...who, pin }} view={data} onDone={reset} />;
}

interface Props {
  onDevice: (device: string) => void;
  /** Why the device was signed out. */
  notice: string | undefined;
}

/** Signs the device in. */
function KioskLogin({ onDevice, notice }: Props) {
  const login = useCallForm(kiosk.login, {
    initialValues: { username: "", password: "" },
    // Failures are shown above the fields.
    quiet: true,
    onSuccess: ({ data }) => onDevice(data.device),
  });
  const { form, failure } = login;
  const shown = failure && !login.sending ? failure.message : notice;
  return (
    <form method="post" noValidate onSubmit={login.submit}>
      <Stack gap="md">
        <div>
          <Title order={1} fz={28} lh={1.2}>
            {texts.title}
          </Title>
          <Text c="dimmed" mt={4}>
            {texts.about}
          </Text>
        </div>
        {shown && <Alert color="red" title={shown} />}
        <TextInput
          label={texts.username}
          size="md"
          autoComplete="off"
          autoCapitalize="none"
          {...form.getInputProps("username")}
        />
        <PasswordInput
          label={texts.password}
          size="md"
          autoComplete="off"
          visibilityToggleButtonProps={{ "aria-label": texts.showPassword, tabIndex: 0 }}
          {...form.getInputProps("password")}
        />
        <Button type="submit" size="md" fullWidth loading={login.sending}>
          {texts.login}
        </Button>
      </Stack>
    </form>
  );
}

/** Calls `onIdle` after this time without a touch or a key. */
function useIdle(milliseconds: number, onIdle: () => void): void {
  const act = useRef(onIdle);
  useEffect(() => {
    act.current = onIdle;
  });
  useEffect(() => {
    let timer = setTimeout(() => act.current(), milliseconds);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => act.current(), milliseconds);
    };
    const signs = ["pointerdown", "keydown", "input"] as const;
    for (const sign of signs) window.addEventListener(sign, restart, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signs) window.removeEventListener(sign, restart);
    };
  }, [milliseconds]);
}
