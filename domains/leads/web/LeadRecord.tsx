import { Badge, Button, Group, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { type LeadDetail, type LeadInquiry, leads } from "../contract.ts";
import type { LeadVehicle } from "../fields.ts";
import { vehicleInWords } from "../rules.ts";
import classes from "./LeadRecord.module.css";
import { odometerText, priceText } from "./leadWords.ts";
import { leadTexts, moveText, leadDialogTexts as texts, vehicleTexts } from "./texts.ts";
import { editedVehicles, vinDoubt } from "./vehicleForm.ts";

interface PartProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function Part({ title, action, children }: PartProps) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <Group justify="space-between" mih="1.75rem">
        <Title order={3} id={id}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </section>
  );
}

/** The vehicles that they want, and those that they bring. */
export function LeadVehicles({ vehicles, onEdit }: { vehicles: readonly LeadVehicle[]; onEdit: () => void }) {
  return (
    <Part
      title={texts.vehicles}
      action={
        <Can use={leads.update}>
          <Button variant="subtle" size="compact-sm" onClick={onEdit}>
            {vehicles.length === 0 ? leadTexts.addVehicle : texts.edit}
          </Button>
        </Can>
      }
    >
      {vehicles.length === 0 && <p className={classes.quiet}>{leadTexts.noVehicle}</p>}
      <ul className={classes.list}>
        {editedVehicles(vehicles).map((vehicle) => (
          <li key={vehicle.key}>
            <Vehicle vehicle={vehicle} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Vehicle({ vehicle }: { vehicle: LeadVehicle }) {
  const { interest, status, vin, stock, color, odometer, price, comments } = vehicle;
  const facts = [
    status === "" ? "" : vehicleTexts.statuses[status],
    stock === "" ? "" : vehicleTexts.stockOf(stock),
    vin === "" ? "" : vehicleTexts.vinOf(vin),
    color,
    odometerText(odometer),
    priceText(price),
  ].filter((fact) => fact !== "");
  const doubt = vinDoubt(vin);
  return (
    <>
      <Group gap="xs">
        <strong dir="auto">{vehicleInWords(vehicle) || vehicleTexts.vehicle}</strong>
        <Badge size="sm" color="gray" miw="max-content">
          {vehicleTexts.interests[interest]}
        </Badge>
      </Group>
      {facts.length > 0 && (
        <p className={classes.quiet} dir="auto">
          {facts.join(" · ")}
        </p>
      )}
      {doubt && <p className={classes.doubt}>{doubt}</p>}
      {comments !== "" && (
        <p className={classes.words} dir="auto">
          {comments}
        </p>
      )}
    </>
  );
}

/** What came in, in the words it came in. */
export function ReceivedInquiries({ received }: Pick<LeadDetail, "received">) {
  return (
    <Part title={texts.received}>
      <ul className={classes.list}>
        {received.map((inquiry) => (
          <li key={inquiry.id}>
            <InquiryEntry {...inquiry} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function InquiryEntry(inquiry: LeadInquiry) {
  const time = useTime();
  const { came_by, read_by, provider, subject, comments, agreed_words, received_at, requested_at } = inquiry;
  const isGuessed = read_by === "labels" || read_by === "text";
  return (
    <>
      <Group gap="0.25rem 0.5rem">
        <time dateTime={received_at}>{time.dateTime(received_at)}</time>
        <span className={classes.quiet} dir="auto">
          {provider || texts.cameBy[came_by]}
        </span>
        {isGuessed && (
          <Group gap="0.125rem" wrap="nowrap">
            <Badge size="sm" color="yellow" miw="max-content">
              {texts.guessed}
            </Badge>
            <InfoTooltip about={texts.guessed}>{texts.guessedAbout}</InfoTooltip>
          </Group>
        )}
      </Group>
      {requested_at && <p className={classes.quiet}>{texts.requested(time.dateTime(requested_at))}</p>}
      {subject !== "" && (
        <p className={classes.subject} dir="auto">
          {subject}
        </p>
      )}
      {comments === "" ? (
        <p className={classes.quiet}>{texts.noComments}</p>
      ) : (
        <p className={classes.words} dir="auto">
          {comments}
        </p>
      )}
      {agreed_words !== "" && (
        <div className={classes.agreed}>
          <Group gap="0.125rem">
            <b>{texts.agreed}</b>
            <InfoTooltip about={texts.agreed}>{texts.agreedAbout}</InfoTooltip>
          </Group>
          <p className={classes.words} dir="auto">
            {agreed_words}
          </p>
        </div>
      )}
    </>
  );
}

/** How it moved, the newest first. */
export function LeadHistory({ history }: Pick<LeadDetail, "history">) {
  const time = useTime();
  return (
    <Part title={texts.history}>
      <ul className={classes.history}>
        {history.map((move) => (
          <li key={move.id}>
            <time dateTime={move.at}>{time.dateTime(move.at)}</time>
            <span dir="auto">{moveText(move)}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
