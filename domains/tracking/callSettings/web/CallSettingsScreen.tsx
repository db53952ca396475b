import { Text } from "@mantine/core";
import {
  IconArrowBackUp,
  IconClock,
  IconPencil,
  IconPhoneCall,
  IconPhoneOff,
  IconPhonePlus,
  IconX,
} from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { numberShop } from "#domains/admin/numberShop/contract.ts";
import { BuyNumberDialog } from "#domains/admin/numberShop/web/public.tsx";
import { callSettings, type TrackingNumber } from "#domains/locations/callSettings/contract.ts";
import { parkedDays } from "#domains/locations/callSettings/rules.ts";
import { NumberSwapCard } from "./NumberSwapCard.tsx";
import { callSettingsTexts as texts } from "./texts.ts";

const TrackingNumberDialog = lazyDialog(() => import("./TrackingNumberDialog.tsx"), "TrackingNumberDialog");

/** The location's tracking numbers: which source each means, and which phone it rings. `?create` begins a new one. */
export function CallSettingsScreen() {
  const [query, setQuery] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const [isShopOpen, setShopOpen] = useState(false);
  const terms = useCall(numberShop.terms);
  // Stays set while the dialog closes, so that its content doesn't change.
  const [edited, setEdited] = useState<TrackingNumber>();
  const cancel = useSend(callSettings.cancel, { invalidates: [callSettings.numbers, callSettings.sources] });
  const release = useSend(callSettings.release, { invalidates: [callSettings.numbers] });
  const keep = useSend(callSettings.keep, { invalidates: [callSettings.numbers] });
  const open = (row?: TrackingNumber) => {
    setEdited(row);
    setOpen(true);
  };
  const create = async () => {
    // Who is quick waits for the answer: it decides which of the two dialogs opens.
    const { data } = terms.data ? terms : await terms.refetch({ cancelRefetch: false });
    if (data && data.left > 0) setShopOpen(true);
    else open();
  };
  const createAsAsked = useEffectEvent(() => {
    setQuery({}, { replace: true });
    void create();
  });
  const isAsked = query.has("create");
  useEffect(() => {
    if (isAsked) createAsAsked();
  }, [isAsked]);
  const askToCancel = async ({ id, source }: TrackingNumber) => {
    const question = { title: texts.cancelTitle, text: texts.cancelText(source), cancel: texts.keep, danger: true };
    if (await confirm({ ...question, action: texts.cancel })) cancel.mutate({ params: { id } });
  };
  const askToRelease = async ({ id, number }: TrackingNumber) => {
    const text = texts.releaseText(formatPhone(number), parkedDays);
    const question = { title: texts.releaseTitle, text, cancel: texts.back, danger: true };
    if (await confirm({ ...question, action: texts.release })) release.mutate({ params: { id } });
  };
  const stateActions = (row: TrackingNumber) => {
    if (row.type === "requested")
      return { needs: callSettings.cancel, label: texts.cancel, icon: IconX, onClick: () => void askToCancel(row) };
    if (row.type === "active")
      return {
        needs: callSettings.release,
        label: texts.release,
        icon: IconPhoneOff,
        onClick: () => void askToRelease(row),
      };
    const onClick = () => keep.mutate({ params: { id: row.id } });
    return { needs: callSettings.keep, label: texts.keepNumber, icon: IconArrowBackUp, onClick };
  };
  const { columns } = texts;

  return (
    <Screen
      title={texts.title}
      commands={{
        main: { label: texts.create, icon: IconPhonePlus, needs: callSettings.request, onClick: () => void create() },
      }}
    >
      <DataTable
        call={callSettings.numbers}
        label={texts.table}
        searchHint={texts.searchHint}
        firstSort={{ key: "source", dir: "asc" }}
        nameOf={({ source }) => source}
        actions={(row: TrackingNumber) => [
          { needs: callSettings.change, label: texts.edit, icon: IconPencil, onClick: () => open(row) },
          stateActions(row),
        ]}
        empty={<EmptyState icon={IconPhonePlus}>{texts.none}</EmptyState>}
        columns={[
          { key: "source", label: columns.source, sortable: true, card: "title" },
          { key: "number", label: columns.phone, sortable: true, card: "line", render: NumberCell },
          {
            key: "type",
            label: columns.type,
            info: texts.typeInfo,
            sortable: true,
            card: "status",
            width: "11rem",
            render: TypeCell,
          },
          { key: "forward_to", label: columns.forwardTo, sortable: true, card: "line", render: ForwardCell },
        ]}
      />
      <NumberSwapCard />
      <BuyNumberDialog opened={isShopOpen} onClose={() => setShopOpen(false)} left={terms.data?.left ?? 0} />
      <TrackingNumberDialog opened={isOpen} onClose={() => setOpen(false)} edited={edited} />
    </Screen>
  );
}

/** The number, or where it will be from. */
function NumberCell({ number, area_code }: TrackingNumber) {
  if (number) return formatPhone(number);
  return (
    <Text span size="sm" c="dimmed">
      {texts.areaCode(area_code)}
    </Text>
  );
}

const tones = {
  requested: { tone: "amber", icon: IconClock },
  parked: { tone: "gray", icon: IconPhoneOff },
  active: { tone: "green", icon: IconPhoneCall },
} as const;

function TypeCell({ type, given_back_at }: TrackingNumber) {
  const { date } = useTime();
  const words = given_back_at === null ? texts.types[type] : texts.until(date(given_back_at));
  return <StatusWord {...tones[type]}>{words}</StatusWord>;
}

/** The phones that ring. */
function ForwardCell({ forward_to, also_rings, location_phone }: TrackingNumber) {
  const first = forward_to || (also_rings.length > 0 ? location_phone : "");
  const phones = [first, ...also_rings].filter(Boolean).map(formatPhone);
  if (phones.length > 0) return phones.join(", ");
  return (
    <Text span size="sm" c="dimmed">
      {texts.locationPhone(location_phone)}
    </Text>
  );
}
