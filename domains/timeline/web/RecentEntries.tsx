import { Anchor, Skeleton } from "@mantine/core";
import { Link } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { PanelSection } from "#core/web/layout/PanelSection.tsx";
import type { CustomerPartProps } from "#core/web/layout/screenDeclaration.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { typeNames } from "#domains/appointments/rules.ts";
import { moveText } from "#domains/leads/web/public.tsx";
import { emailTexts } from "#domains/outreach/web/public.tsx";
import { type TimelineEntry, timeline } from "../contract.ts";
import classes from "./RecentEntries.module.css";
import { callText, campaignText, consentText, leadReceivedText, timelineTexts as texts, whoDid } from "./texts.ts";
import { useLiveTimeline } from "./useTimeline.ts";

const mostShown = 5;

/** What happened last with a customer, a line each, beside a conversation: its own texts stand there already. */
export function RecentEntries({ customer_id, chat_id }: CustomerPartProps) {
  const time = useTime();
  useLiveTimeline(chat_id);
  const body = { kinds: [...besidesTexts], length: mostShown };
  const { data } = useCall(timeline.entries, { params: { customer_id }, body });
  if (!data) return <Skeleton height={80} aria-hidden />;
  if (data.entries.length === 0) return null;
  return (
    <PanelSection title={texts.recent}>
      <ol className={classes.entries}>
        {data.entries.map((entry) => (
          <li key={entry.key} className={classes.entry}>
            <span className={classes.words} dir="auto">
              {wordsOf(entry)}
            </span>
            <time className={classes.time} dateTime={entry.at} title={time.dateTime(entry.at)}>
              {time.date(entry.at)}
            </time>
          </li>
        ))}
      </ol>
      <Anchor component={Link} to={`/customer/${customer_id}`} size="sm">
        {texts.open}
      </Anchor>
    </PanelSection>
  );
}

const besidesTexts = ["call", "email", "task", "appointment", "campaign", "review", "lead", "consent"] as const;

function wordsOf(entry: TimelineEntry): string {
  const { call, email, reply, task, appointment, campaign, review, lead, consent } = entry;
  if (call) return callText(entry, texts.theCustomer).join("");
  if (reply) return `${emailTexts.replied(texts.theCustomer)}: ${reply.subject}`;
  if (email?.what === "written") return `${emailTexts.emailed(whoDid(entry))}: ${email.subject}`;
  if (email?.what === "plan") return `${emailTexts.automaticEmail}: ${email.subject}`;
  if (email) return `${texts.invitationEmailed}: ${email.subject}`;
  if (task) return task.words;
  if (appointment) return `${appointment.title} · ${typeNames[appointment.type]}`;
  if (campaign) return `${campaign.title} · ${campaignText(campaign)}`;
  if (review) return review.what === "reviewed" ? texts.reviewOn(review.site) : texts.invitedToReview(whoDid(entry));
  if (lead?.move.reason === "received" || lead?.move.reason === "added")
    return `${texts.lead} ${leadReceivedText(lead)}`.trim();
  if (lead) return moveText({ ...lead.move, by: entry.is_mine ? texts.you : lead.move.by });
  return consent ? consentText(entry).join(" ").trim() : "";
}
