import { Anchor, Modal, Text } from "@mantine/core";
import { Link } from "react-router";
import { formatPhone, parsePhone } from "#core/phone.ts";
import { Stars } from "#core/web/figure/Stars.tsx";
import { DataTable, type TableColumn } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import type { BoardPeriod } from "#domains/leaderboard/contract.ts";
import { boardPeriodLabels } from "#domains/leaderboard/rules.ts";
import { type ReviewFigure, type ReviewFigureRow, reviewAnalytics, reviewPerformance } from "../contract.ts";
import { analyticsTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  figure: ReviewFigure;
  period: BoardPeriod;
  /** No one in particular: the whole location. */
  member?: { readonly id: number; readonly name: string } | undefined;
}

/** The rows that a figure of reviews or invites counts. */
export function FigureRowsDialog({ opened, onClose, figure, period, member }: Props) {
  const time = useTime();
  const shown = texts.rows[figure];
  const label = texts.of(shown.title, member?.name ?? "");
  const isOfReviews = figure === "reviews";
  const columns: TableColumn<ReviewFigureRow>[] = [
    { key: "at", label: shown.at, sortable: true, card: "aside", render: ({ at }) => time.dateTime(at) },
    { key: "name", label: shown.name, sortable: true, card: "title", render: NameCell },
    { key: "site", label: texts.site, card: "line" },
    ...(isOfReviews
      ? [{ key: "rating", label: texts.rating, sortable: true, card: "status" as const, render: RatingCell }]
      : []),
    { key: "what", label: shown.what, card: "more", render: WhatCell },
    ...(member ? [] : [{ key: "who", label: isOfReviews ? texts.invitedBy : texts.sentBy, sortable: true }]),
  ];
  const table = {
    body: { figure, period },
    label,
    columns,
    firstSort: { key: "at", dir: "desc" } as const,
    rowKey: ({ id, is_marked }: ReviewFigureRow) => `${is_marked} ${id}`,
    localState: true,
  };
  return (
    <Modal opened={opened} onClose={onClose} title={texts.titleIn(label, boardPeriodLabels[period])} size="xl">
      {member ? (
        <DataTable call={reviewPerformance.drillDown} params={{ member_id: member.id }} {...table} />
      ) : (
        <DataTable call={reviewAnalytics.rows} {...table} />
      )}
    </Modal>
  );
}

function NameCell({ name, customer_id }: ReviewFigureRow) {
  const shown = name || texts.anonymous;
  if (customer_id === null) return <span dir="auto">{shown}</span>;
  return (
    <Anchor component={Link} to={`/customer/${customer_id}`} inherit dir="auto">
      {shown}
    </Anchor>
  );
}

const RatingCell = ({ rating }: ReviewFigureRow) => (rating === null ? "–" : <Stars rating={rating} />);

function WhatCell({ what, is_marked }: ReviewFigureRow) {
  if (is_marked === 1) return texts.marked;
  const phone = parsePhone(what);
  return (
    <Text inherit lineClamp={2} dir="auto">
      {phone ? formatPhone(phone) : what}
    </Text>
  );
}
