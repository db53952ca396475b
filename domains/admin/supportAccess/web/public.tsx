import "@mantine/core/styles/Table.layer.css";
import { Button, Table, Text } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { Banner } from "#core/web/layout/Banner.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { supportAccess } from "../contract.ts";
import { timeLeft } from "../rules.ts";
import { leaveAccount } from "./accountSwitch.ts";
import classes from "./public.module.css";

/** Tops every page during support access: whose account, why, and the time left. */
export function SupportAccessBanner() {
  const { data: profile } = useProfile();
  const end = useSend(supportAccess.end, { onSuccess: leaveAccount, onFailure: leaveAccount });
  const expiresAt = profile?.visit?.expires_at;
  const [now, setNow] = useState(() => Date.now());
  const expire = useEffectEvent(() => {
    leaveAccount();
    toast.info("Time's up. You left the account.");
  });

  useEffect(() => {
    if (!expiresAt) return;
    const left = Date.parse(expiresAt) - Date.now();
    const tick = setInterval(() => setNow(Date.now()), 10_000);
    const timeout = setTimeout(() => expire(), Math.max(0, left));
    return () => {
      clearInterval(tick);
      clearTimeout(timeout);
    };
  }, [expiresAt]);

  const leave = (
    <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate({})}>
      Leave
    </Button>
  );
  return (
    <Banner label="Viewing an account" color="orange" icon={IconEye} action={leave}>
      <strong>You are viewing {profile?.business_name ?? "an account"}.</strong> View only.
      {profile?.visit && (
        <>
          {" "}
          <span className={classes.reason}>Reason: {profile.visit.reason}.</span>{" "}
          {timeLeft(profile.visit.expires_at, now)}
        </>
      )}
    </Banner>
  );
}

export const SupportAccessDialog = lazyDialog(() => import("./SupportAccessDialog.tsx"), "SupportAccessDialog");

/** Opens the dialog that starts support access. */
export function SupportAccessButton({ client }: { client: { readonly id: number; readonly company: string } }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconEye size={18} aria-hidden />} onClick={() => setOpened(true)}>
        View as client
      </Button>
      <SupportAccessDialog opened={opened} onClose={() => setOpened(false)} client={client} />
    </>
  );
}

/** The platform's accesses to the business's account. */
export function SupportAccessLog() {
  const time = useTime();
  const { data, error } = useCall(supportAccess.ofBusiness);
  if (error) return <Text size="sm">{error.message}</Text>;
  if (data?.visits.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Rooftop staff haven't accessed your account.
      </Text>
    );
  }
  return (
    // Wider than a phone's screen: focusable, so that the keyboard can scroll it.
    <Table.ScrollContainer
      minWidth={460}
      type="native"
      tabIndex={0}
      role="region"
      aria-label="Account access, newest first"
    >
      <Table aria-label="When Rooftop staff accessed your account">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Who</Table.Th>
            <Table.Th>From</Table.Th>
            <Table.Th>Until</Table.Th>
            <Table.Th>Location</Table.Th>
            <Table.Th>Reason</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data?.visits.map((visit) => (
            <Table.Tr key={visit.id}>
              <Table.Td>{visit.visitor}</Table.Td>
              <Table.Td>{time.dateTime(visit.started_at)}</Table.Td>
              <Table.Td>{time.dateTime(visit.ended_at ?? visit.expires_at)}</Table.Td>
              <Table.Td>{visit.location}</Table.Td>
              <Table.Td>{visit.reason}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
