import "@mantine/core/styles/Tabs.layer.css";
import { Tabs, Text, Title } from "@mantine/core";
import {
  IconAntennaBars5,
  IconBug,
  IconCalendarEvent,
  IconClipboardCheck,
  IconDeviceMobile,
  IconMail,
  IconPhone,
  IconStar,
  IconTargetArrow,
} from "@tabler/icons-react";
import { useSearchParams } from "react-router";
import { Calendars } from "./Calendars.tsx";
import { Calls } from "./Calls.tsx";
import { CarrierPanel } from "./CarrierPanel.tsx";
import { FaultsPanel } from "./FaultsPanel.tsx";
import { Leads } from "./leads/Leads.tsx";
import { Mailbox } from "./Mailbox.tsx";
import { Phones } from "./Phones.tsx";
import { Registrations } from "./Registrations.tsx";
import { Reviews } from "./Reviews.tsx";
import classes from "./SimulatorPage.module.css";

const tabs = [
  { value: "phones", label: "Phones", Icon: IconDeviceMobile, Panel: Phones },
  { value: "calls", label: "Calls", Icon: IconPhone, Panel: Calls },
  { value: "mailbox", label: "Mailbox", Icon: IconMail, Panel: Mailbox },
  { value: "leads", label: "Leads", Icon: IconTargetArrow, Panel: Leads },
  { value: "reviews", label: "Reviews", Icon: IconStar, Panel: Reviews },
  { value: "calendars", label: "Calendars", Icon: IconCalendarEvent, Panel: Calendars },
  { value: "registrations", label: "Registrations", Icon: IconClipboardCheck, Panel: Registrations },
  { value: "carrier", label: "Carrier", Icon: IconAntennaBars5, Panel: CarrierPanel },
  { value: "faults", label: "Faults", Icon: IconBug, Panel: FaultsPanel },
] as const;

/** The customers' side: their phones, calls, mails, leads and reviews; your team's calendars, the carriers' reviewers, and the faults of the simulated carrier. */
export function SimulatorPage() {
  const [searchParams, setSearchParams] = useSearchParams();
  const currentTab = tabs.find(({ value }) => value === searchParams.get("tab"))?.value ?? "phones";
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Title order={1} size="h3">
          Simulator
        </Title>
        <Text size="sm" c="dimmed">
          Your customers' side. Nothing here leaves this machine.
        </Text>
      </header>
      <main className={classes.main}>
        <Tabs
          className={classes.tabs}
          value={currentTab}
          keepMounted={false}
          onChange={(tab) => setSearchParams(tab && tab !== "phones" ? { tab } : {})}
        >
          <Tabs.List aria-label="Parts of the simulator">
            {tabs.map(({ value, label, Icon }) => (
              <Tabs.Tab key={value} value={value} leftSection={<Icon size={16} aria-hidden />}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map(({ value, Panel }) => (
            <Tabs.Panel key={value} value={value} className={classes.panel}>
              <Panel />
            </Tabs.Panel>
          ))}
        </Tabs>
      </main>
    </div>
  );
}
