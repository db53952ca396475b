import { Alert, Loader } from "@mantine/core";
import { useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { type KioskView, kiosk } from "../contract.ts";
import { KioskInvite } from "./KioskInvite.tsx";
import { KioskLogin } from "./KioskLogin.tsx";
import { KioskPeople } from "./KioskPeople.tsx";
import { KioskPin } from "./KioskPin.tsx";
import { useIdle } from "./useIdle.ts";

const key = "kiosk_device";
const idleMs = 60_000;

/** A shared tablet: staff say who they are, and invite a customer. After a minute without a touch it begins anew. */
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
    // Somebody may have set a PIN meanwhile.
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
  return <KioskInvite who={{ ...who, pin }} language={data.language} onDone={reset} />;
}
