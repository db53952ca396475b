import { Text } from "@mantine/core";
import { IconClock, IconMail, IconMapPinPlus, IconPencil } from "@tabler/icons-react";
import { Fragment, useState } from "react";
import { timeZoneName } from "#core/timeZones.ts";
import { Stars } from "#core/web/figure/Stars.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useExportCommand } from "#core/web/layout/useExportCommand.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { type Location, locations } from "#domains/locations/contract.ts";
import { BusinessHoursDialog } from "#domains/locations/hours/web/public.tsx";
import { addressLine, percent } from "#domains/locations/rules.ts";
import { MarketingEmailDialog, senderTexts } from "#domains/marketing/sender/web/public.tsx";

const EditLocationDialog = lazyDialog(() => import("./EditLocationDialog.tsx"), "EditLocationDialog");
const AddLocationDialog = lazyDialog(() => import("./AddLocationDialog.tsx"), "AddLocationDialog");

/** The business's locations. */
export function LocationsScreen() {
  const [adding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<Location>();
  const [opened, setOpened] = useState<"details" | "hours" | "mail">();
  const open = (dialog: "details" | "hours" | "mail", location: Location) => {
    setChosen(location);
    setOpened(dialog);
  };
  const close = () => setOpened(undefined);
  const canEdit = useCan(locations.update);
  const exportCommand = useExportCommand(locations.export, {});
  return (
    <Screen
      title="Locations"
      commands={{
        main: {
          label: "Add Location",
          icon: IconMapPinPlus,
          needs: locations.store,
          onClick: () => setAdding(true),
        },
        others: [exportCommand],
      }}
    >
      <DataTable
        call={locations.table}
        label="Locations"
        firstSort={{ key: "title", dir: "asc" }}
        nameOf={({ title }) => title}
        actions={(location) => [
          ...(canEdit ? [{ label: "Edit", icon: IconPencil, onClick: () => open("details", location) }] : []),
          { label: "Business hours", icon: IconClock, onClick: () => open("hours", location) },
          ...(canEdit ? [{ label: senderTexts.menu, icon: IconMail, onClick: () => open("mail", location) }] : []),
        ]}
        columns={[
          { key: "title", card: "title", label: "Location", sortable: true, render: TitleAndAddress },
          { key: "rate", card: "line", label: "Rating", sortable: true, render: ({ rate }) => <Stars rating={rate} /> },
          { key: "count_reviews", label: "Reviews", sortable: true },
          { key: "invite_sends", label: "Invites (Sent / Clicked / CTR %)", render: invitesOf },
          {
            key: "monthly_goals",
            label: "Monthly Review Goal (Goal / Received / Goal %)",
            render: goalOf,
          },
        ]}
      />
      {chosen && (
        <Fragment key={chosen.id}>
          <EditLocationDialog opened={opened === "details"} onClose={close} location={chosen} />
          <BusinessHoursDialog opened={opened === "hours"} onClose={close} location={chosen} />
          <MarketingEmailDialog opened={opened === "mail"} onClose={close} location={chosen} />
        </Fragment>
      )}
      <AddLocationDialog opened={adding} onClose={() => setAdding(false)} />
    </Screen>
  );
}

function TitleAndAddress(location: Location) {
  return (
    <>
      {location.title}
      <Text size="xs" c="dimmed">
        {[addressLine(location), timeZoneName(location.time_zone)].filter(Boolean).join(" · ")}
      </Text>
    </>
  );
}

const invitesOf = ({ invite_sends, invite_clicked }: Location) =>
  `${invite_sends} / ${invite_clicked} / ${percent(invite_clicked, invite_sends)}%`;

const goalOf = ({ monthly_goals, monthly_goals_received }: Location) =>
  `${monthly_goals} / ${monthly_goals_received} / ${percent(monthly_goals_received, monthly_goals)}%`;
