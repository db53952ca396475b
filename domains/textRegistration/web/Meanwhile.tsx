import { Anchor } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconPlayerPause } from "@tabler/icons-react";
import { Link, useNavigate } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { useSession } from "#core/web/session/session.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { campaignEvents, textCampaigns } from "#domains/campaigns/text/contract.ts";
import { maySendMarketing } from "#domains/locations/registration/rules.ts";
import { switchLocation } from "#domains/locations/web/public.tsx";
import type { HeadState, RegistrationOverview } from "../contract.ts";
import classes from "./Registration.module.css";
import { registrationTexts } from "./texts.ts";

const { meanwhile: texts } = registrationTexts;

interface Props {
  overview: RegistrationOverview;
  head: HeadState;
}

/** What works while carriers review. */
export function Meanwhile({ overview, head }: Props) {
  const waiting = useWaitingCampaigns();
  const isSmall = useMedia(phone);
  const isRegistered =
    head === "registered" ||
    (overview.numbers.length > 0 && overview.numbers.every(({ registration }) => maySendMarketing(registration)));
  const isDone = isRegistered && waiting.length === 0;
  const replies = isRegistered ? "delivered" : overview.blocks_replies === 1 ? "blocked" : "mayBlock";
  const campaigns = isDone ? "ready" : head === "approved" || head === "joining" ? "startLater" : "waiting";
  const rows = [
    { name: texts.incoming, state: texts.arrive, tone: "green", icon: IconCircleCheck },
    {
      name: texts.replies,
      state: texts[replies],
      tone: isRegistered ? "green" : "amber",
      icon: isRegistered ? IconCircleCheck : IconAlertTriangle,
    },
    {
      name: texts.campaigns,
      state: (
        <>
          {(!isSmall || waiting.length === 0) && texts[campaigns]}
          {!isSmall && waiting.length > 0 && " · "}
          <WaitingCampaigns waiting={waiting} isSmall={isSmall} />
        </>
      ),
      tone: isDone ? "green" : "gray",
      icon: isDone ? IconCircleCheck : IconPlayerPause,
    },
  ] as const;
  return (
    <div className={classes.card}>
      <ul className={classes.meanwhile}>
        {rows.map(({ name, state, tone, icon: RowIcon }) => (
          <li key={name}>
            <RowIcon size={18} stroke={1.75} className={classes.icon} data-tone={tone} aria-hidden />
            <strong>{name}</strong>
            <span>{state}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How many campaigns wait at the owner's locations; none on the pages of operators. */
function useWaitingCampaigns() {
  const isOwner = useCan(textCampaigns.waiting);
  useFreshCalls([textCampaigns.waiting], campaignEvents.waiting);
  return useCall(textCampaigns.waiting, {}, { enabled: isOwner }).data ?? [];
}

const listPath = "/text-campaign?status=waiting";

interface WaitingProps {
  waiting: ReturnType<typeof useWaitingCampaigns>;
  isSmall: boolean;
}

/** How many wait, leading to their location's list; those of several locations by a menu. */
function WaitingCampaigns({ waiting, isSmall }: WaitingProps) {
  const acting = useSession()?.location_id;
  const navigate = useNavigate();
  const [first, second] = waiting;
  if (!first) return null;
  const count = waiting.reduce((sum, { campaigns }) => sum + campaigns, 0);
  const words = isSmall ? texts.heldShort(count) : texts.held(count);
  const open = (location_id: number) => void switchLocation(location_id).then(() => navigate(listPath));
  if (second)
    return (
      <DropMenu
        position="bottom-start"
        trigger={
          <Anchor component="button" type="button" inherit fw={600}>
            {words}
          </Anchor>
        }
        items={waiting.map(({ location_id, location, campaigns }) => ({
          name: String(location_id),
          label: texts.heldAt(location, campaigns),
          onClick: () => open(location_id),
        }))}
      />
    );
  return first.location_id === acting ? (
    <Anchor component={Link} to={listPath} inherit fw={600}>
      {words}
    </Anchor>
  ) : (
    <Anchor component="button" type="button" inherit fw={600} onClick={() => open(first.location_id)}>
      {words}
    </Anchor>
  );
}
