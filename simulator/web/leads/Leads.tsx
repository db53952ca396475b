import { Text, Title } from "@mantine/core";
import { useState } from "react";
import { formatInstant } from "#core/web/time/useTime.ts";
import type { SimulatorLeadResult } from "#simulator/leads.ts";
import { AppLink } from "../AccountPanel.tsx";
import classes from "../Calls.module.css";
import { FormBesideList } from "../FormBesideList.tsx";
import { LeadForm, type SimulatedSend } from "./LeadForm.tsx";
import { leadTexts as texts } from "./texts.ts";

const mostShown = 50;

/** Plays the vendors that send leads. */
export function Leads() {
  const [sends, setSends] = useState<readonly SimulatedSend[]>([]);
  return (
    <FormBesideList>
      <LeadForm onSent={(one) => setSends((all) => [one, ...all].slice(0, mostShown))} />
      <section aria-label={texts.sent} aria-live="polite" className={classes.list}>
        <Title order={2} size="h4">
          {texts.sent}
        </Title>
        {sends.length === 0 && <Text c="dimmed">{texts.none}</Text>}
        {sends.map((one) => (
          <SendCard key={one.at.getTime()} send={one} />
        ))}
      </section>
    </FormBesideList>
  );
}

function SendCard({ send: { kind, way, location, at, result } }: { send: SimulatedSend }) {
  const title = texts.sentAs(texts.kinds[kind], texts.ways[way]);
  return (
    <article className={classes.card} aria-label={title}>
      <Text fw={600}>{title}</Text>
      {resultLines(result).map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      <Text size="sm" c="dimmed">
        {texts.sentTo(location, formatInstant(at.toISOString(), "time"))}
      </Text>
      <Text size="sm">
        <AppLink to="/leads">{texts.open}</AppLink>
      </Text>
    </article>
  );
}

/** What came of it: one line for what was received, and one for each refusal. */
function resultLines({ created, joined, known, refusals }: SimulatorLeadResult): string[] {
  const parts = [
    created > 0 && texts.created(created),
    joined > 0 && texts.joined(joined),
    known > 0 && texts.known(known),
  ].filter((part) => part !== false);
  const counts = new Map<string, { status: number; words: string; count: number }>();
  for (const { status, words } of refusals) {
    const key = `${status} ${words}`;
    counts.set(key, { status, words, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const refused = [...counts.values()].map(({ status, words, count }) => texts.refused(count, status, words));
  return parts.length > 0 ? [texts.received(parts), ...refused] : refused;
}
