import { Button, Skeleton, TextInput } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { countText } from "#core/count.ts";
import { monthName } from "#core/periods.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { type SourceFigures, sourceReport } from "../contract.ts";
import { mainLine, monthAt, monthLater, nameOfSource } from "../rules.ts";
import classes from "./SourceCards.module.css";
import { sourceReportTexts as texts } from "./texts.ts";

/** What each source is worth this month, on one line a source. @param sources in the order of the tabs. */
export function SourceCards({ sources }: { sources: readonly string[] }) {
  const month = monthAt(new Date(), useTimeZone() ?? "UTC");
  const { data } = useCall(sourceReport.table, { body: { month, length: 100 } });
  // Stays set while the dialog closes.
  const [edited, setEdited] = useState<SourceFigures>();
  const [opened, setOpened] = useState(false);
  const editSpend = (row: SourceFigures) => {
    setEdited(row);
    setOpened(true);
  };
  return (
    <>
      <ul className={classes.cards} aria-label={texts.thisMonth} aria-busy={data === undefined}>
        {[...sources, mainLine].map((source) => (
          <SourceCard
            key={source}
            source={source}
            sources={sources}
            figures={data?.find((row) => row.source === source)}
            onEditSpend={editSpend}
          />
        ))}
      </ul>
      {edited && <SpendDialog opened={opened} onClose={() => setOpened(false)} row={edited} month={month} />}
    </>
  );
}

interface CardProps {
  source: string;
  sources: readonly string[];
  /** Undefined until they are known. */
  figures: SourceFigures | undefined;
  onEditSpend: (row: SourceFigures) => void;
}

function SourceCard({ source, sources, figures, onEditSpend }: CardProps) {
  const maySpend = useCan(sourceReport.saveSpend);
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <Link
          to={source === mainLine ? "/call-tracking" : `/call-tracking?source=${encodeURIComponent(source)}`}
          className={classes.name}
        >
          <SourceMark source={source} sources={sources} />
        </Link>
        {figures && <span className={classes.soft}>{texts.newLeads(figures.new_leads)}</span>}
      </div>
      {figures ? (
        <dl className={classes.figures}>
          <Fact name={texts.columns.calls} value={countText(figures.calls)} />
          <Fact name={texts.columns.answered} value={texts.share(figures.answered, figures.calls)} />
          <Fact name={texts.columns.appointments} value={countText(figures.appointments)} />
          <Fact
            name={texts.perLead}
            value={
              figures.spend === null && maySpend && source !== mainLine ? (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  ml={-8}
                  aria-label={texts.addSpendOn(source)}
                  onClick={() => onEditSpend(figures)}
                >
                  {texts.addSpend}
                </Button>
              ) : (
                dollarsOf(figures.cost_per_lead)
              )
            }
          />
        </dl>
      ) : (
        <Skeleton h={48} />
      )}
    </li>
  );
}

const Fact = ({ name, value }: { name: string; value: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

/** A source's name with its color, the same wherever it is shown. @param sources all of them, in their order. */
export function SourceMark({ source, sources }: { source: string; sources: readonly string[] }) {
  return (
    <span className={classes.mark}>
      <span className={classes.color} data-nth={sources.indexOf(source) % 5} aria-hidden />
      <span className={classes.title} title={nameOfSource(source)}>
        {nameOfSource(source)}
      </span>
    </span>
  );
}

/** The current month and those before it, newest first. */
export const monthsUntil = (current: string, count: number): string[] =>
  Array.from({ length: count }, (_, back) => monthLater(current, -back));

/** Cents as dollars; a dash for none. */
export const dollarsOf = (cents: number | null): string =>
  cents === null ? "–" : (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });

interface Props {
  opened: boolean;
  onClose: () => void;
  row: SourceFigures;
  month: string;
}

const typed = (cents: number | null) => (cents === null ? "" : (cents / 100).toFixed(2));

/** What a source cost in a month. */
export function SpendDialog({ opened, onClose, row: { source, spend }, month }: Props) {
  const save = useCallForm(sourceReport.saveSpend, {
    initialValues: { source, month, spend: typed(spend) },
    invalidates: [sourceReport.table],
    onSuccess: onClose,
  });
  useFilledForm(save.form, opened, { source, month, spend: typed(spend) });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.spendTitle(source, monthName(month))}
      action={texts.save}
      form={save}
    >
      <TextInput
        label={texts.spendLabel}
        description={texts.spendHint}
        inputMode="decimal"
        leftSection="$"
        {...save.form.getInputProps("spend")}
      />
    </FormDialog>
  );
}
