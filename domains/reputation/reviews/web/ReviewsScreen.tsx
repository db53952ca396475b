import { Button, TextInput } from "@mantine/core";
import { IconPlus, IconSearch, IconStar, IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { CountTabs } from "#core/web/filter/CountTabs.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { useExportCommand } from "#core/web/layout/useExportCommand.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { TableFoot } from "#core/web/table/TableFoot.tsx";
import { useTable } from "#core/web/table/useTable.ts";
import { reviewImports } from "#domains/reputation/imports/contract.ts";
import { reviewEvents, reviews } from "../contract.ts";
import { shownReviews } from "../fields.ts";
import { ReviewCard } from "./ReviewCard.tsx";
import { ReviewFilters, useReviewFilter } from "./ReviewFilters.tsx";
import classes from "./ReviewsScreen.module.css";
import { ReviewsSide } from "./ReviewsSide.tsx";
import { reviewTexts as texts } from "./texts.ts";

const ImportReviewsDialog = lazyDialog(
  () => import("#domains/reputation/imports/web/ImportReviewsDialog.tsx"),
  "ImportReviewsDialog",
);
const ReviewDialog = lazyDialog(() => import("./ReviewDialog.tsx"), "ReviewDialog");

const timeOrder = ["published_at"];

/** The location's reviews: one column of cards, in which one replies. */
export function ReviewsScreen() {
  useFreshCalls([reviews.table, reviews.overview], reviewEvents.changed, { inBursts: true });
  const filter = useReviewFilter();
  const overview = useCall(reviews.overview).data;
  const table = useTable({
    call: reviews.table,
    body: filter.body,
    columns: timeOrder,
    sortable: timeOrder,
    firstSort: { key: "published_at", dir: "desc" },
  });
  // Counts openings: each begins empty.
  const [adding, setAdding] = useState({ isOpen: false, opening: 0 });
  const [importing, setImporting] = useState({ isOpen: false, opening: 0 });
  const exportCommand = useExportCommand(reviews.export, filter.body);
  const sites = overview?.sites ?? [];
  const counts = { all: overview?.total, open: overview?.open, mine: overview?.mine };
  return (
    <Screen
      title={texts.title}
      actions={
        <CountTabs
          label={texts.show}
          value={filter.values.show}
          onChange={filter.set.show}
          choices={shownReviews.map((value) => ({ value, label: texts.shown[value], count: counts[value] }))}
        />
      }
      commands={{
        main: {
          label: texts.add,
          icon: IconPlus,
          needs: reviews.add,
          disabled: sites.length === 0,
          onClick: () => setAdding(({ opening }) => ({ isOpen: true, opening: opening + 1 })),
        },
        others: [
          {
            label: texts.import,
            icon: IconUpload,
            needs: reviewImports.start,
            disabled: sites.length === 0,
            onClick: () => setImporting(({ opening }) => ({ isOpen: true, opening: opening + 1 })),
          },
          exportCommand,
        ],
      }}
    >
      <TextInput
        type="search"
        className={classes.search}
        aria-label={texts.searchHint}
        placeholder={texts.searchHint}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={table.searchText}
        onChange={({ currentTarget }) => table.setSearchText(currentTarget.value)}
      />
      <ReviewFilters
        filter={filter}
        regions={overview?.regions ?? []}
        kinds={sites.map(({ kind }) => kind)}
        members={overview?.members ?? []}
      />
      <div className={classes.panes}>
        <section aria-label={texts.title} aria-busy={table.loading || table.updating}>
          {table.failure && (
            <p role="alert" className={classes.none}>
              {table.failure.message}{" "}
              <Button variant="default" size="compact-sm" onClick={table.retry}>
                {texts.again}
              </Button>
            </p>
          )}
          {!table.loading && !table.failure && table.rows.length === 0 && (
            <NoReviews
              isSearched={table.state.search !== "" || filter.isFiltered}
              hasSites={!overview || sites.length > 0}
            />
          )}
          <ul className={classes.cards}>
            {table.rows.map((review) => (
              <ReviewCard key={review.id} review={review} members={overview?.members ?? []} sites={sites} />
            ))}
          </ul>
          {table.rows.length > 0 && <TableFoot table={table} label={texts.title} />}
        </section>
        {overview && <ReviewsSide overview={overview} />}
      </div>
      <ReviewDialog
        key={adding.opening}
        opened={adding.isOpen}
        onClose={() => setAdding((now) => ({ ...now, isOpen: false }))}
        sites={sites}
      />
      <ImportReviewsDialog
        key={`import ${importing.opening}`}
        opened={importing.isOpen}
        onClose={() => setImporting((now) => ({ ...now, isOpen: false }))}
        sites={sites}
      />
    </Screen>
  );
}

interface Props {
  isSearched: boolean;
  hasSites: boolean;
}

/** Says why no review is shown, and what to do. */
function NoReviews({ isSearched, hasSites }: Props) {
  if (isSearched) {
    return (
      <p className={classes.none}>
        {texts.notFound} <Link to="/reviews">{texts.clear}</Link>
      </p>
    );
  }
  return (
    <EmptyState
      icon={IconStar}
      action={
        !hasSites && (
          <Can use={reviews.add}>
            <Button variant="default" component={Link} to="/review-settings">
              {texts.toSettings}
            </Button>
          </Can>
        )
      }
    >
      {hasSites ? texts.none : texts.noSites}
    </EmptyState>
  );
}
