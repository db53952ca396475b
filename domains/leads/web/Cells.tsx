import { Anchor, Badge, type BadgeProps, Text, Tooltip, VisuallyHidden } from "@mantine/core";
import { IconClock, IconPhone, IconUserPlus } from "@tabler/icons-react";
import { Link } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { Initials } from "#core/web/layout/Initials.tsx";
import { useHasScreen } from "#core/web/layout/screenDeclaration.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useTime, useTimeZone } from "#core/web/time/useTime.ts";
import { useMinute, type WaitLevel, waitColors, waitLength, waitText } from "#core/web/time/waits.ts";
import { initialsOfName } from "#domains/accounts/rules.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { leadAssignment } from "../assignment/contract.ts";
import { movesOnText, warnedMinutes } from "../assignment/rules.ts";
import { type Lead, leads } from "../contract.ts";
import classes from "./Cells.module.css";
import { contactText } from "./leadWords.ts";
import { leadTexts as texts } from "./texts.ts";

interface CellProps {
  lead: Lead;
  /** Opens the lead's dialog. */
  onOpen: () => void;
}

/** The name, else how they are reached. */
export const nameOfLead = ({ name, phone, email }: Pick<Lead, "name" | "phone" | "email">): string =>
  name || formatPhone(phone) || email || texts.nameless;

/** Links to the customer; a lead without one opens. */
export function CustomerCell({ lead, onOpen }: CellProps) {
  const hasDetails = useHasScreen("/customer/:id");
  const name = nameOfLead(lead);
  const { customer_id } = lead;
  return (
    <span className={classes.customer}>
      {lead.name === "" ? (
        <span className={classes.unknown} aria-hidden>
          <IconPhone size={14} />
        </span>
      ) : (
        <Initials initials={initialsOfName(lead.name)} seed={customer_id ?? lead.name} size={24} />
      )}
      <span className={classes.words}>
        {customer_id !== null && hasDetails ? (
          <Anchor component={Link} className={classes.name} to={`/customer/${customer_id}`} title={name} dir="auto">
            {name}
          </Anchor>
        ) : (
          <Anchor component="button" type="button" className={classes.name} onClick={onOpen} title={name} dir="auto">
            {name}
          </Anchor>
        )}
      </span>
    </span>
  );
}

/** What they want, with its stock number; opens the lead. */
export function VehicleCell({ lead, onOpen }: CellProps) {
  const { vehicle, stock } = lead;
  const words = [vehicle, stock].filter((part) => part !== "").join(" ");
  return (
    <button
      type="button"
      className={classes.vehicle}
      data-none={words === "" || undefined}
      title={words || undefined}
      aria-label={`${words || texts.addVehicle}. ${texts.openLead(nameOfLead(lead))}`}
      onClick={onOpen}
    >
      {words === "" && texts.addVehicle}
      <span dir="auto">{vehicle}</span>
      {stock !== "" && <span className={classes.stock}> {stock}</span>}
    </button>
  );
}

/** Who works on it, or a button for those who may. */
export function OwnerCell({ lead, onClaim }: { lead: Lead; onClaim: () => void }) {
  if (lead.owner_id !== null)
    return (
      <span className={classes.owner} title={lead.owner}>
        <Initials initials={initialsOfName(lead.owner)} seed={lead.owner_id} size={20} />
        <span className={`${classes.short} ${classes.ownerName}`} dir="auto">
          {lead.owner.split(" ")[0]}
        </span>
      </span>
    );
  if (lead.closed_at !== null) return <Dimmed>{texts.unassigned}</Dimmed>;
  return (
    <Can use={leads.claim}>
      <Anchor
        component="button"
        type="button"
        className={classes.claim}
        aria-label={texts.claim(nameOfLead(lead))}
        onClick={onClaim}
      >
        <IconUserPlus size={14} aria-hidden />
        {texts.actions.claim}
      </Anchor>
    </Can>
  );
}

function Dimmed({ children }: { children: string }) {
  return (
    <Text span size="sm" c="dimmed" className={classes.oneLine}>
      {children}
    </Text>
  );
}

/** Where it came from. */
export function SourceCell({ source }: Lead) {
  return (
    <span className={classes.short} title={source} dir="auto">
      {source}
    </span>
  );
}

/** How long an open lead has waited for an answer or a reply, or until when it has to be answered. Else the last contact. */
export function WaitingCell({ lead }: { lead: Lead }) {
  const { zone } = useTime();
  const { waiting_since, answer_due_at, contact, response_seconds } = lead;
  if (answer_due_at !== null) return <DueBadge due={answer_due_at} />;
  if (waiting_since !== null) return <WaitBadge since={waiting_since} />;
  if (contact !== null) return <Dimmed>{contactText(contact, zone ?? "UTC", new Date())}</Dimmed>;
  return response_seconds === null ? null : <Dimmed>{texts.answeredIn(waitText(response_seconds))}</Dimmed>;
}

/** How long somebody has waited. */
export function WaitBadge({ since }: { since: string }) {
  useMinute();
  const { text, level } = waitLength(since, new Date());
  return (
    <LevelBadge level={level}>
      <VisuallyHidden>{texts.waiting} </VisuallyHidden>
      {text}
    </LevelBadge>
  );
}

/** Counts down to when a lead moves to the next person, which it says on hover and focus. */
export function DueBadge({ due }: { due: string }) {
  useMinute();
  const movesOn = useMovesOnText(due);
  const seconds = (Date.parse(due) - Date.now()) / 1_000;
  const level = seconds <= 0 ? "late" : seconds <= 60 * warnedMinutes ? "long" : "new";
  return (
    <Tooltip label={movesOn} events={{ hover: true, focus: true, touch: true }}>
      <LevelBadge level={level}>
        {seconds > 0 ? texts.dueIn(waitText(seconds + 59)) : texts.overdue(waitText(-seconds))}
        <VisuallyHidden>. {movesOn}</VisuallyHidden>
      </LevelBadge>
    </Tooltip>
  );
}

/** When a lead moves on, in the location's time. */
export const useMovesOnText = (due: string): string => movesOnText(new Date(due), new Date(), useTimeZone() ?? "UTC");

function LevelBadge({ level, ...badge }: Omit<BadgeProps, "color"> & { level: WaitLevel }) {
  return (
    <Badge
      size="sm"
      variant={level === "new" ? "transparent" : "light"}
      color={waitColors[level]}
      miw="max-content"
      leftSection={<IconClock size={12} stroke={2} aria-hidden />}
      {...badge}
    />
  );
}

/** What is known of a lead that moves to the next person. */
export type MovingLead = Pick<Lead, "id" | "owner_id" | "answer_due_at" | "name" | "phone" | "email">;

/** The button by which its owner keeps a lead that would move on. */
export function KeepButton({ lead, onKeep }: { lead: MovingLead; onKeep: () => void }) {
  const me = useProfile().data?.id;
  if (lead.answer_due_at === null || lead.owner_id === null || lead.owner_id !== me) return null;
  return (
    <Can use={leadAssignment.keep}>
      <Anchor
        component="button"
        type="button"
        className={classes.claim}
        aria-label={texts.keepLead(nameOfLead(lead))}
        onClick={onKeep}
      >
        {texts.keep}
      </Anchor>
    </Can>
  );
}
