import { useDraggable } from "@dnd-kit/core";
import { ActionIcon, Anchor, Box } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { memo, useEffect, useRef } from "react";
import { Initials } from "#core/web/layout/Initials.tsx";
import { DropMenu, type MenuOption } from "#core/web/menu/DropMenu.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { initialsOfName } from "#domains/accounts/rules.ts";
import { type Lead, leads } from "#domains/leads/contract.ts";
import { DueBadge, nameOfLead, WaitBadge } from "../Cells.tsx";
import { contactText, dollarsText } from "../leadWords.ts";
import { leadTexts } from "../texts.ts";
import classes from "./LeadCard.module.css";
import { boardTexts as texts } from "./texts.ts";

interface FaceProps {
  lead: Lead;
  onOpen: () => void;
  onClaim: () => void;
  /** Without, as in the card under the pointer, there is no menu. */
  menu?: readonly MenuOption[];
}

/** The id of the words that say how cards are moved. */
export const cardHint = "lead-card-hint";

/** A lead in a column: who, what they want, what it is worth, whose it is, and how long they have waited. */
export const LeadCard = memo(function LeadCard({
  isLifted,
  canMove,
  takesFocus,
  ...face
}: FaceProps & { isLifted: boolean; canMove: boolean; takesFocus: boolean }) {
  const { lead } = face;
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: lead.id, data: { lead }, disabled: !canMove });
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) card.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <Box
      component="article"
      ref={(element: HTMLElement | null) => {
        card.current = element;
        setNodeRef(element);
      }}
      className={classes.card}
      tabIndex={0}
      aria-label={texts.cardOf(nameOfLead(lead))}
      aria-describedby={canMove ? cardHint : undefined}
      data-lead={lead.id}
      data-lifted={isDragging || isLifted || undefined}
      {...listeners}
    >
      <CardFace {...face} />
    </Box>
  );
});

/** What a card shows, also under the pointer that moves it. */
export function CardFace({ lead, onOpen, onClaim, menu = [] }: FaceProps) {
  const { zone } = useTime();
  const name = nameOfLead(lead);
  const { owner_id, owner, closed_at, vehicle, stock, value, contact, answer_due_at, waiting_since } = lead;
  return (
    <>
      <span className={classes.line}>
        <Anchor component="button" type="button" className={classes.name} onClick={onOpen} dir="auto">
          {name}
        </Anchor>
        <span className={classes.aside}>
          {owner_id !== null && (
            <span title={owner}>
              <Initials initials={initialsOfName(owner)} seed={owner_id} size={20} />
            </span>
          )}
          {owner_id === null && closed_at === null && (
            <Can use={leads.claim}>
              <Anchor
                component="button"
                type="button"
                className={classes.claim}
                aria-label={leadTexts.claim(name)}
                onClick={onClaim}
              >
                {leadTexts.actions.claim}
              </Anchor>
            </Can>
          )}
          {menu.length > 0 && (
            <span className={classes.menu}>
              <DropMenu
                items={menu}
                position="bottom-end"
                trigger={
                  <ActionIcon variant="subtle" color="gray" size="sm" aria-label={texts.menuOf(name)}>
                    <IconDots size={16} aria-hidden />
                  </ActionIcon>
                }
              />
            </span>
          )}
        </span>
      </span>
      <span className={classes.vehicle} dir="auto" data-none={vehicle === "" || undefined}>
        {vehicle || stock || leadTexts.noVehicle}
      </span>
      <span className={classes.line}>
        <span className={classes.value}>{value !== null && dollarsText(value)}</span>
        {answer_due_at !== null && <DueBadge due={answer_due_at} />}
        {answer_due_at === null && waiting_since !== null && <WaitBadge since={waiting_since} />}
        {answer_due_at === null && waiting_since === null && (
          <span className={classes.contact}>{contact && contactText(contact, zone ?? "UTC", new Date())}</span>
        )}
      </span>
    </>
  );
}
